import { type CommandResult, readWords } from "../../commandLine.ts";
import { readChangesets } from "../changesets/changesets.ts";
import { proposeChangeset, writeChangeset } from "../changesets/propose.ts";
import { describeShortfalls, describeUnintendedMajor, makesFirst } from "../changesets/shortfalls.ts";
import { type ContractDiff, decideSinceRelease } from "../decide.ts";
import { currentContract, type ReadContract } from "../documents/contracts.ts";
import { releasedContract } from "../documents/released.ts";
import { explainLevel } from "../levels.ts";

const usage = "Usage: npx pnpm run change [--check]";

export async function change(words: readonly string[], folder = ".", readCurrent: ReadContract = currentContract): Promise<CommandResult> {
  const { values } = readWords(usage, { check: { type: "boolean" } }, 0, words);
  const [released, current] = await Promise.all([releasedContract(folder), readCurrent(folder)]);
  const diff = await decideSinceRelease(released, current, folder);
  return values.check ? check(diff, folder) : propose(diff, folder);
}

async function check(diff: ContractDiff, folder: string): Promise<CommandResult> {
  const changesets = await readChangesets(folder);
  const wrong = [describeShortfalls(diff, changesets), describeUnintendedMajor(changesets, diff.version)].filter(Boolean);
  if (wrong.length > 0) return { code: 1, stderr: `${wrong.join("\n\n")}\n` };
  const enough = diff.level === "none" ? explainLevel("none", diff.version) : "The changesets cover all changes to the API.";
  return { code: 0, stdout: `${enough}\n${makesFirst(changesets, diff.version) ? "They release version 1.0.0.\n" : ""}` };
}

async function propose(diff: ContractDiff, folder: string): Promise<CommandResult> {
  const changesets = await readChangesets(folder);
  const proposals = diff.documents.flatMap((document) => proposeChangeset(document, changesets, diff.version) ?? []);
  if (proposals.length === 0) {
    const why =
      diff.level === "none" ? "The API has not changed since the last release." : "The changesets mention every change to the API.";
    return { code: 0, stdout: `${why} To describe a change to the code, run: npx pnpm exec changeset\n` };
  }
  const files: string[] = [];
  for (const proposal of proposals) files.push(await writeChangeset(proposal, folder));
  return {
    code: 0,
    stdout: files.map((file) => `Written: ${file}. Improve the text. The level is the one that the changes require.\n`).join(""),
  };
}
