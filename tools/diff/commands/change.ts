import { type CommandResult, readWords, SentenceError } from "../../commandLine.ts";
import { proposeChangeset, readChangesets, writeChangeset } from "../changesets/changesets.ts";
import { makesFirst, tellShortfalls, tellUnmeantMajor } from "../changesets/shortfalls.ts";
import { currentContract, type ReadContract } from "../documents/contracts.ts";
import { releasedContract } from "../documents/released.ts";
import { type ContractDiff, diffSinceRelease } from "../verdict/contractDiff.ts";
import { explainLevel } from "../verdict/levels.ts";

const usage = "Usage: npx pnpm run change [--dry-run | --check]";

/**
 * Writes the changesets that the difference to the last release asks for: the level, and a text to be made better by hand.
 * `--dry-run` prints them; `--check` writes nothing, and the exit code is 1 when the changesets of the tree claim less than they have to.
 * @param folder the repository
 * @param readCurrent reads the spec
 */
export async function change(words: readonly string[], folder = ".", readCurrent: ReadContract = currentContract): Promise<CommandResult> {
  const { values } = readWords(usage, { check: { type: "boolean" }, "dry-run": { type: "boolean" } }, 0, words);
  if (values.check && values["dry-run"]) throw new SentenceError(`--check and --dry-run do not go together.\n${usage}`);
  const [released, current] = await Promise.all([releasedContract(folder), readCurrent(folder)]);
  if (released === undefined) return beforeFirst(values.check === true, folder);
  const diff = await diffSinceRelease(released, current, folder);
  return values.check ? check(diff, folder) : propose(diff, values["dry-run"] === true, folder);
}

/** Before the first release there is nothing to compare with, but the release still needs a changeset. */
async function beforeFirst(isCheck: boolean, folder: string): Promise<CommandResult> {
  if (isCheck && (await readChangesets(folder)).length === 0) {
    return {
      code: 1,
      stderr: "There is no release yet, and no changeset that tells of the first one. Write one: npx pnpm exec changeset\n",
    };
  }
  return {
    code: 0,
    stdout: "There is no release yet, so any changeset will do. `npx pnpm exec changeset` writes one by hand.\n",
  };
}

async function check(diff: ContractDiff, folder: string): Promise<CommandResult> {
  const changesets = await readChangesets(folder);
  const wrong = [tellShortfalls(diff, changesets), tellUnmeantMajor(changesets, diff.version)].filter((one) => one !== undefined);
  if (wrong.length > 0) return { code: 1, stderr: `${wrong.join("\n\n")}\n` };
  const enough = diff.level === "none" ? explainLevel("none", diff.version) : "The changesets claim what the changes of the API ask for.";
  return { code: 0, stdout: `${enough}\n${makesFirst(changesets, diff.version) ? "They make version 1.0.0.\n" : ""}` };
}

async function propose(diff: ContractDiff, isDryRun: boolean, folder: string): Promise<CommandResult> {
  const changesets = await readChangesets(folder);
  const proposals = diff.documents.flatMap((document) => proposeChangeset(document, changesets, diff.version) ?? []);
  if (proposals.length === 0) {
    const why = diff.level === "none" ? "The API has not changed since the last release." : "The changesets say all of it already.";
    return { code: 0, stdout: `${why} What changed in the code alone is told by hand: npx pnpm exec changeset\n` };
  }
  if (isDryRun) return { code: 0, stdout: proposals.map(({ content }) => content).join("") };
  const lines: string[] = [];
  for (const proposal of proposals) {
    const file = await writeChangeset(proposal, folder);
    lines.push(`${file} is written. Make its text better where you can; the level is what the changes ask for.\n`);
  }
  return { code: 0, stdout: lines.join("") };
}
