import { readFile } from "node:fs/promises";
import { type Problem, ProblemsError } from "../problems.ts";

/** An advisory that we live with, for a while. */
export interface AcceptedAdvisory {
  /** Its name in the advisory database, for example `GHSA-jr5f-v2jv-69x6`. */
  readonly advisory: string;
  /** Why it does not concern us, in a sentence. */
  readonly reason: string;
  /** The last day of it, as `2027-01-31`; then it is to be looked at again. */
  readonly until: string;
}

/** Where they are listed. */
export const acceptedAdvisoriesFile = "tools/dependencies/accepted.json";

/** How long nobody has to look at one again. */
const maxMonths = 12;

/**
 * Reads the list.
 * @param today as `2026-11-21`
 * @throws ProblemsError that tells what is wrong with which entry
 */
export async function readAcceptedAdvisories(today: string): Promise<readonly AcceptedAdvisory[]> {
  const entries = parseList(await readFile(acceptedAdvisoriesFile, "utf8"));
  reject(
    entries.flatMap((entry, index) => whatIsWrong(entry, today).map((message) => problemAt(`#/${index}`, `${nameOf(entry)}${message}`))),
  );
  return entries as readonly AcceptedAdvisory[];
}

function parseList(text: string): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    if (Array.isArray(list)) return list;
  } catch (error) {
    reject([problemAt("#/", `The file is not JSON: ${(error as Error).message}`)]);
  }
  reject([problemAt("#/", "A list of entries is expected, each with advisory, reason and until.")]);
  return [];
}

function whatIsWrong(entry: unknown, today: string): string[] {
  if (typeof entry !== "object" || entry === null) return [`An entry has advisory, reason and until. Found: ${JSON.stringify(entry)}.`];
  const { advisory, reason, until, ...others } = entry as Readonly<Record<string, unknown>>;
  const missing = Object.entries({ advisory, reason, until }).filter(([, value]) => typeof value !== "string" || value.trim() === "");
  return [
    ...Object.keys(others).map((key) => `An entry has no member "${key}". It has advisory, reason and until.`),
    ...missing.map(([key, value]) => `The entry has no ${key}. Expected: a text. Found: ${JSON.stringify(value) ?? "nothing"}.`),
    ...(typeof until === "string" && until.trim() !== "" ? whatIsWrongWithDay(until, today) : []),
  ];
}

function whatIsWrongWithDay(until: string, today: string): string[] {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(until) ? new Date(`${until}T00:00:00Z`) : new Date(Number.NaN);
  // A day that a month does not have is the next month's for some parsers, and no day for us.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== until) return [`until is a day, as ${today}. Found: ${until}.`];
  const last = new Date(`${today}T00:00:00Z`);
  last.setUTCMonth(last.getUTCMonth() + maxMonths);
  const lastDay = last.toISOString().slice(0, 10);
  return until <= lastDay ? [] : [`until is at most ${maxMonths} months away, today ${lastDay}. Found: ${until}.`];
}

/** The advisory that an entry speaks of, where it says so, for the start of a message. */
function nameOf(entry: unknown): string {
  const { advisory } = (entry ?? {}) as { advisory?: unknown };
  return typeof advisory === "string" && advisory !== "" ? `${advisory}: ` : "";
}

function problemAt(pointer: string, message: string): Problem {
  return { file: acceptedAdvisoriesFile, pointer, message };
}

function reject(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ProblemsError("accepted advisories", problems);
}
