import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { problemAt, readEntries } from "../pipeline/lint/entries.ts";
import { type Problem, throwProblems } from "../problems.ts";
import { type DocumentName, releasedFolder } from "./documents/contracts.ts";
import type { Finding } from "./judge/judge.ts";

interface Entry {
  readonly reason: string;
  /** Exact descriptions, so that an entry does not accept a change to other values. */
  readonly changes: readonly string[];
}

export type AcceptedBreaks = readonly Entry[];

export const acceptedBreaksFile: string = join(releasedFolder, "acceptedBreaks.yaml");

const text = { type: "string", pattern: "\\S" };

const schema = {
  description: "a list of entries, each with a reason and the changes that it accepts, as `npx pnpm api:diff` prints them",
  type: "array",
  items: {
    type: "object",
    properties: { reason: text, changes: { type: "array", items: text, minItems: 1 } },
    required: ["reason", "changes"],
    additionalProperties: false,
  },
};

/** @throws ProblemsError with all problems in all entries */
export async function readAcceptedBreaks(folder: string): Promise<AcceptedBreaks> {
  const { entries, problems } = await readEntries<Entry>(acceptedBreaksFile, schema, folder);
  throwProblems("accepted breaks", problems);
  return entries;
}

/** Each entry applies to a single release, so a release empties the list. */
export async function emptyAcceptedBreaks(folder: string): Promise<void> {
  await writeFile(join(folder, acceptedBreaksFile), emptyList);
}

const emptyList = `# Intended breaking changes in the next release, as \`npx pnpm api:diff\` prints them, with the reason:
#   - reason: The service has rejected calls without it since May.
#     changes:
#       - "platform › tickets.archive › query parameter reason: The parameter became required. Requests that do not match get a 400 response."
# An entry accepts only these changes. \`npx pnpm version:packages\` empties the list.
[]
`;

/** Quotes the changes like the formatter, so that the entry can be copied. */
export function entryFor(changes: readonly string[]): string[] {
  const entry = stringify([{ reason: "", changes }], { lineWidth: 0 });
  return entry
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`);
}

export function describeBreak({ subject, place, message }: Finding, document: DocumentName): string {
  return `${[document, subject, place].filter(Boolean).join(" › ")}: ${message}`;
}

export function reasonFor(change: string, accepted: AcceptedBreaks): string | undefined {
  return accepted.find(({ changes }) => changes.includes(change))?.reason;
}

/** An idle entry is misspelled, or its change was reverted or modified. */
export function idleEntries(accepted: AcceptedBreaks, breaks: readonly { readonly change: string }[], folder: string): Problem[] {
  const all = breaks.map(({ change }) => change);
  const placeOf = (change: string): string => change.split(": ")[0] ?? "";
  return accepted.flatMap(({ changes }, index) =>
    [...changes.entries()].flatMap(([position, change]) => {
      if (all.includes(change)) return [];
      const others = all.filter((one) => placeOf(one) === placeOf(change));
      const problem =
        others.length === 0 ? `There is no breaking change at ${placeOf(change)}.` : `The breaking change differs: ${others.join(" ")}`;
      return problemAt(`/${index}/changes/${position}`, `${problem} Correct or remove this line.`, acceptedBreaksFile, folder);
    }),
  );
}
