import { readFile } from "node:fs/promises";
import { type Problem, ProblemsError } from "../problems.ts";

export interface AcceptedAdvisory {
  /** The id in the advisory database, for example `GHSA-jr5f-v2jv-69x6`. */
  readonly advisory: string;
  readonly reason: string;
  /** The last day on which the advisory is accepted, for example `2027-01-31`. */
  readonly until: string;
}

export const acceptedAdvisoriesFile = "tools/dependencies/accepted.json";

const maxMonths = 12;

export async function readAcceptedAdvisories(today: string): Promise<readonly AcceptedAdvisory[]> {
  const entries = parseList(await readFile(acceptedAdvisoriesFile, "utf8"));
  rejectIfAny(
    entries.flatMap((entry, index) => problemsOf(entry, today).map((message) => problemAt(`#/${index}`, `${nameOf(entry)}${message}`))),
  );
  return entries as readonly AcceptedAdvisory[];
}

function parseList(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch (error) {
    rejectIfAny([problemAt("#/", `The file is not JSON: ${(error as Error).message}`)]);
  }
  rejectIfAny([problemAt("#/", "The file must be a list of entries with advisory, reason and until.")]);
  return [];
}

function problemsOf(entry: unknown, today: string): string[] {
  if (typeof entry !== "object" || entry === null)
    return [`An entry must contain advisory, reason and until. Found: ${JSON.stringify(entry)}.`];
  const { advisory, reason, until, ...others } = entry as Readonly<Record<string, unknown>>;
  const missing = Object.entries({ advisory, reason, until }).filter(([, value]) => typeof value !== "string" || value.trim() === "");
  return [
    ...Object.keys(others).map((key) => `Unknown field "${key}". Valid fields: advisory, reason, until.`),
    ...missing.map(([key, value]) => `${key} must be a non-empty string. Found: ${JSON.stringify(value) ?? "nothing"}.`),
    ...(typeof until === "string" && until.trim() !== "" ? problemsOfDate(until, today) : []),
  ];
}

function problemsOfDate(until: string, today: string): string[] {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(until) ? new Date(`${until}T00:00:00Z`) : new Date(Number.NaN);
  // `Date` converts February 30 to March 2.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== until)
    return [`until must be a date such as ${today}. Found: ${until}.`];
  const last = new Date(`${today}T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + maxMonths);
  const lastDay = last.toISOString().slice(0, 10);
  return until <= lastDay ? [] : [`until must be at most ${maxMonths} months ahead: ${lastDay}. Found: ${until}.`];
}

function nameOf(entry: unknown): string {
  const { advisory } = (entry ?? {}) as { advisory?: unknown };
  return typeof advisory === "string" && advisory !== "" ? `${advisory}: ` : "";
}

function problemAt(pointer: string, message: string): Problem {
  return { file: acceptedAdvisoriesFile, pointer, message };
}

function rejectIfAny(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ProblemsError("accepted advisories", problems);
}
