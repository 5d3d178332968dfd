import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isNode, isSeq } from "yaml";
import { readYaml } from "../../pipeline/lint/yaml.ts";
import { type Problem, ProblemsError } from "../../problems.ts";
import type { Finding } from "../compare/finding.ts";
import type { DocumentName } from "../documents/contracts.ts";
import { releasedFolder } from "../documents/released.ts";

/** A break that is meant, and why: one break of one document, so that nothing else is accepted with it. */
export interface AcceptedBreak {
  readonly document: DocumentName;
  /** What the report groups the break by: an operationId, a shared part, or `document`. */
  readonly operation: string;
  readonly rule: string;
  /** Where in it, as the report says; missing where the report names no place. */
  readonly place?: string;
  /** The message of the report, word for word: with other values it is another break. */
  readonly change: string;
  readonly reason: string;
}

/** An entry, and where in the file it starts. */
interface Entry {
  readonly value: unknown;
  readonly place: NonNullable<Problem["place"]>;
}

/** The list of breaks that are meant, in the next release. */
export interface AcceptedBreaks {
  readonly entries: readonly AcceptedBreak[];
  /** Where in the file each of them starts. */
  readonly places: readonly NonNullable<Problem["place"]>[];
}

/** The file of the list. */
export const acceptedBreaksFile: string = join(releasedFolder, "acceptedBreaks.yaml");

const needed = ["document", "operation", "rule", "change", "reason"];

/**
 * Reads the list. A missing file counts as an empty list.
 * @param folder the repository
 * @throws ProblemsError with the entry and its problem
 */
export async function readAcceptedBreaks(folder = "."): Promise<AcceptedBreaks> {
  const entries = parseEntries(await readFile(join(folder, acceptedBreaksFile), "utf8").catch(() => ""));
  refuse(entries.flatMap(({ value, place }, index) => whatIsWrong(value).map((message) => problemAt(index, place, message))));
  return { entries: entries.map(({ value }) => value as AcceptedBreak), places: entries.map(({ place }) => place) };
}

/** Empties the list, which speaks of one release. */
export async function emptyAcceptedBreaks(folder = "."): Promise<void> {
  const path = join(folder, acceptedBreaksFile);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, emptyList);
}

const emptyList = `# Breaks of the next release that are meant, each as \`npx pnpm api:diff\` prints it, with the reason:
#   - document: platform
#     operation: tickets.archive
#     rule: parameter-required
#     place: query parameter reason
#     change: "The parameter is required now: calls without it return 400."
#     reason: The service refuses calls without it since May.
# An entry accepts that break and no other. \`npx pnpm version:packages\` empties the list.
[]
`;

/** The entry that accepts a break of a document; nothing where none does, or where it is no break. */
export function acceptanceOf(finding: Finding, document: DocumentName, entries: readonly AcceptedBreak[]): AcceptedBreak | undefined {
  if (finding.effect !== "breaks") return undefined;
  return entries.find((entry) => isAt(finding, document, entry) && entry.change === finding.message);
}

function isAt({ subject, rule, place }: Finding, document: DocumentName, entry: AcceptedBreak): boolean {
  return entry.document === document && entry.operation === subject && entry.rule === rule && (entry.place ?? "") === place;
}

/** What is wrong with entries that accept nothing: they are misspelt, or what they spoke of is gone or another break now. */
export function idleEntries(
  { entries, places }: AcceptedBreaks,
  documents: readonly { readonly document: DocumentName; readonly findings: readonly Finding[] }[],
): Problem[] {
  return entries.flatMap((entry, index): Problem[] => {
    const found = documents.find(({ document }) => document === entry.document)?.findings ?? [];
    if (found.some((finding) => acceptanceOf(finding, entry.document, [entry]) !== undefined)) return [];
    const others = found.filter((finding) => finding.effect === "breaks" && isAt(finding, entry.document, entry));
    const at = [entry.operation, entry.place].filter(Boolean).join(", ");
    const now =
      others.length === 0
        ? `No break of the rule "${entry.rule}" is found at ${at} of the document "${entry.document}".`
        : `The break at ${at} is another one: ${others.map(({ message }) => message).join(" ")}`;
    return [problemAt(index, places[index], `${now} Correct or remove the entry.`)];
  });
}

/** @throws ProblemsError when there is one */
export function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new ProblemsError("accepted breaks", problems);
}

function problemAt(index: number, place: Problem["place"], message: string): Problem {
  return { file: acceptedBreaksFile, pointer: `#/${index}`, ...(place && { place }), message };
}

function parseEntries(text: string): readonly Entry[] {
  const { document, placeOf, problem } = readYaml(acceptedBreaksFile, text);
  const { contents } = document;
  if (problem !== undefined) refuse([problem]);
  if (contents === null) return [];
  if (!isSeq(contents)) {
    const message = `A list of entries is expected, each with ${needed.join(", ")}.`;
    throw new ProblemsError("accepted breaks", [
      { file: acceptedBreaksFile, pointer: "#/", place: placeOf(contents.range?.[0] ?? 0), message },
    ]);
  }
  return contents.items.map((item) => ({
    value: isNode(item) ? item.toJS(document) : item,
    place: placeOf((isNode(item) ? item.range?.[0] : undefined) ?? 0),
  }));
}

function whatIsWrong(entry: unknown): string[] {
  if (typeof entry !== "object" || entry === null) return [`An entry has ${needed.join(", ")}. Found: ${JSON.stringify(entry)}.`];
  const values = entry as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(values).filter((key) => ![...needed, "place"].includes(key));
  const missing = needed.filter((key) => typeof values[key] !== "string" || values[key].trim() === "");
  return [
    ...unknown.map((key) => `An entry has no member "${key}". It has ${needed.join(", ")} and, where the report names one, place.`),
    ...missing.map((key) => `The entry has no ${key}. Expected: a text. Found: ${JSON.stringify(values[key]) ?? "nothing"}.`),
    ...(values["place"] === undefined || typeof values["place"] === "string" ? [] : ["The place is expected to be a text."]),
  ];
}
