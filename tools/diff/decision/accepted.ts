import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isNode, isSeq } from "yaml";
import { isObject, isText } from "../../openapi/json.ts";
import { readYaml } from "../../pipeline/lint/yaml.ts";
import { type Problem, ProblemsError } from "../../problems.ts";
import type { Finding } from "../compare/finding.ts";
import type { DocumentName } from "../documents/contracts.ts";
import { releasedFolder } from "../documents/released.ts";

/** An entry matches exactly one change in one document, so that it does not accept others. */
export interface AcceptedBreak {
  readonly document: DocumentName;
  readonly operation: string;
  readonly rule: string;
  /** The place in the subject, as in the report; absent if the report does not name a place. */
  readonly place?: string;
  /** The exact message in the report. A message with other values describes a different change. */
  readonly change: string;
  readonly reason: string;
  readonly position: Position;
}

type Position = NonNullable<Problem["place"]>;

export const acceptedBreaksFile: string = join(releasedFolder, "acceptedBreaks.yaml");

const required = ["document", "operation", "rule", "change", "reason"];
const expectedEntry = `Expected an entry with ${required.join(", ")} and, if the report names a place, with place.`;

/** A missing file is equivalent to an empty list. @throws ProblemsError with all problems in all entries */
export async function readAcceptedBreaks(folder = "."): Promise<AcceptedBreak[]> {
  const text = await readFile(join(folder, acceptedBreaksFile), "utf8").catch(() => "");
  const { document, placeOf, problem } = readYaml(acceptedBreaksFile, text);
  if (problem !== undefined) rejectEntries([problem]);
  const { contents } = document;
  if (contents === null) return [];
  const positionOf = (node: unknown): Position => placeOf((isNode(node) ? node.range?.[0] : undefined) ?? 0);
  if (!isSeq(contents)) {
    const message = `Expected a list of entries. ${expectedEntry}`;
    throw new ProblemsError("accepted breaks", [{ file: acceptedBreaksFile, pointer: "#/", place: positionOf(contents), message }]);
  }
  const entries = contents.items.map((item) => ({
    value: isNode(item) ? (item.toJS(document) as unknown) : item,
    position: positionOf(item),
  }));
  rejectEntries(entries.flatMap(({ value, position }, index) => problemsOf(value).map((message) => problemAt(index, position, message))));
  return entries.map(({ value, position }) => ({ ...(value as Omit<AcceptedBreak, "position">), position }));
}

function problemsOf(entry: unknown): string[] {
  if (!isObject(entry)) return [expectedEntry];
  const unknown = Object.keys(entry).filter((key) => ![...required, "place"].includes(key));
  const missing = [...required, ...("place" in entry ? ["place"] : [])].filter((key) => !isText(entry[key]));
  return [
    ...unknown.map((key) => `Unknown field "${key}". ${expectedEntry}`),
    ...missing.map((key) => `\`${key}\` is missing or not a string. ${expectedEntry}`),
  ];
}

/** Each entry applies to a single release, so a release empties the list. */
export async function emptyAcceptedBreaks(folder = "."): Promise<void> {
  const path = join(folder, acceptedBreaksFile);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, emptyList);
}

const emptyList = `# Intended breaking changes in the next release. Copy each entry from \`npx pnpm api:diff\`, and add the reason:
#   - document: platform
#     operation: tickets.archive
#     rule: parameter-required
#     place: query parameter reason
#     change: "The parameter became required. Requests that do not match get a 400 response."
#     reason: The service has rejected calls without it since May.
# An entry accepts only that change. \`npx pnpm version:packages\` empties the list.
[]
`;

export function acceptanceOf(finding: Finding, document: DocumentName, entries: readonly AcceptedBreak[]): string | undefined {
  if (finding.effect !== "breaks") return undefined;
  return entries.find((entry) => isAt(finding, document, entry) && entry.change === finding.message)?.reason;
}

function isAt({ subject, rule, place }: Finding, document: DocumentName, entry: AcceptedBreak): boolean {
  return entry.document === document && entry.operation === subject && entry.rule === rule && (entry.place ?? "") === place;
}

/** An idle entry is misspelled, or its change was reverted or modified. */
export function idleEntries(
  entries: readonly AcceptedBreak[],
  documents: readonly { readonly document: DocumentName; readonly findings: readonly Finding[] }[],
): Problem[] {
  return entries.flatMap((entry, index): Problem[] => {
    const found = documents.find(({ document }) => document === entry.document)?.findings ?? [];
    if (found.some((finding) => acceptanceOf(finding, entry.document, [entry]) !== undefined)) return [];
    const others = found.filter((finding) => finding.effect === "breaks" && isAt(finding, entry.document, entry));
    const at = [entry.operation, entry.place].filter(Boolean).join(", ");
    const now =
      others.length === 0
        ? `The rule ${entry.rule} found no breaking change at ${at} in the document ${entry.document}.`
        : `The breaking change at ${at} differs: ${others.map(({ message }) => message).join(" ")}`;
    return [problemAt(index, entry.position, `${now} Correct or remove the entry.`)];
  });
}

export function rejectEntries(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ProblemsError("accepted breaks", problems);
}

function problemAt(index: number, place: Position, message: string): Problem {
  return { file: acceptedBreaksFile, pointer: `#/${index}`, place, message };
}
