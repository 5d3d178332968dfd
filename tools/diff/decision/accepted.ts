import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { problemAt, readEntries } from "../../pipeline/lint/entries.ts";
import { type Problem, throwProblems } from "../../problems.ts";
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
}

export const acceptedBreaksFile: string = join(releasedFolder, "acceptedBreaks.yaml");

const text = { type: "string", pattern: "\\S" };

const schema = {
  description: "a list of entries with document, operation, rule, change, reason and, if the report names a place, with place",
  type: "array",
  items: {
    type: "object",
    properties: { document: text, operation: text, rule: text, place: text, change: text, reason: text },
    required: ["document", "operation", "rule", "change", "reason"],
    additionalProperties: false,
  },
};

/** @throws ProblemsError with all problems in all entries */
export async function readAcceptedBreaks(folder: string): Promise<readonly AcceptedBreak[]> {
  const { entries, problems } = await readEntries<AcceptedBreak>(acceptedBreaksFile, schema, folder);
  throwProblems("accepted breaks", problems);
  return entries;
}

/** Each entry applies to a single release, so a release empties the list. */
export async function emptyAcceptedBreaks(folder: string): Promise<void> {
  await writeFile(join(folder, acceptedBreaksFile), emptyList);
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
  folder: string,
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
    return [problemAt(`/${index}`, `${now} Correct or remove the entry.`, acceptedBreaksFile, folder)];
  });
}
