import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "yaml";
import { type Problem, ProblemsError } from "../problems.ts";
import { releasedFolder } from "./contracts.ts";
import type { Finding } from "./finding.ts";

/** A break that is meant, and why. */
export interface AcceptedBreak {
  /** What the report groups the break by: an operationId, a shared part, or `document`. */
  readonly operation: string;
  readonly rule: string;
  /** Where in it, as the report says; without one, all breaks of the rule there. */
  readonly place?: string;
  readonly reason: string;
}

/** The list of breaks that are meant, in the next release. */
export const acceptedBreaksFile: string = join(releasedFolder, "acceptedBreaks.yaml");

const members = ["operation", "rule", "place", "reason"];

/** Reads the list; none where there is no file. @throws ProblemsError that tells what is wrong with which entry */
export async function readAcceptedBreaks(): Promise<AcceptedBreak[]> {
  const text = await readFile(acceptedBreaksFile, "utf8").catch(() => "");
  const entries = parseEntries(text);
  const problems = entries.flatMap((entry, index) =>
    whatIsWrong(entry).map((message): Problem => ({ file: acceptedBreaksFile, pointer: `#/${index}`, message })),
  );
  if (problems.length > 0) throw new ProblemsError("accepted breaks", problems);
  return entries as AcceptedBreak[];
}

/** Empties the list, which speaks of one release. */
export async function emptyAcceptedBreaks(): Promise<void> {
  await mkdir(dirname(acceptedBreaksFile), { recursive: true });
  await writeFile(acceptedBreaksFile, emptyList);
}

const emptyList = `# Breaks of the next release that are meant, each as \`npx pnpm api:diff\` prints it, with the reason:
#   - operation: tickets.archive
#     rule: parameter-required
#     place: query parameter reason
#     reason: The service refuses calls without it since May.
# \`npx pnpm version:packages\` empties the list.
[]
`;

/** The entry that accepts a break; nothing where none does, or where it is no break. */
export function acceptanceOf({ effect, subject, rule, place }: Finding, accepted: readonly AcceptedBreak[]): AcceptedBreak | undefined {
  if (effect !== "breaks") return undefined;
  return accepted.find(
    (entry) => entry.operation === subject && entry.rule === rule && (entry.place === undefined || entry.place === place),
  );
}

/** @throws ProblemsError when an entry accepts nothing: it is misspelt, or what it spoke of is gone */
export function refuseIdleEntries(accepted: readonly AcceptedBreak[], findings: readonly Finding[]): void {
  const problems = accepted.flatMap((entry, index): Problem[] => {
    if (findings.some((finding) => acceptanceOf(finding, [entry]) !== undefined)) return [];
    const message = `No break of the rule "${entry.rule}" is found at ${[entry.operation, entry.place].filter(Boolean).join(", ")}. Correct or remove the entry.`;
    return [{ file: acceptedBreaksFile, pointer: `#/${index}`, message }];
  });
  if (problems.length > 0) throw new ProblemsError("accepted breaks", problems);
}

function parseEntries(text: string): readonly unknown[] {
  const broken = (message: string): ProblemsError =>
    new ProblemsError("accepted breaks", [{ file: acceptedBreaksFile, pointer: "#/", message }]);
  let value: unknown;
  try {
    value = parse(text) ?? [];
  } catch (error) {
    throw broken(`The file is not YAML: ${(error as Error).message}`);
  }
  if (!Array.isArray(value)) throw broken("A list of entries is expected, each with operation, rule and reason.");
  return value;
}

function whatIsWrong(entry: unknown): string[] {
  if (typeof entry !== "object" || entry === null) return [`An entry has operation, rule and reason. Found: ${JSON.stringify(entry)}.`];
  const values = entry as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(values).filter((key) => !members.includes(key));
  const missing = ["operation", "rule", "reason"].filter((key) => typeof values[key] !== "string" || values[key].trim() === "");
  return [
    ...unknown.map((key) => `An entry has no member "${key}". It has operation, rule, reason and, where it is one break alone, place.`),
    ...missing.map((key) => `The entry has no ${key}. Expected: a text. Found: ${JSON.stringify(values[key]) ?? "nothing"}.`),
    ...(values["place"] === undefined || typeof values["place"] === "string" ? [] : ["The place is expected to be a text."]),
  ];
}
