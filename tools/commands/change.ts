/**
 * pnpm run change [--dry-run | --check]
 *
 * Writes the changesets that the difference to the last release asks for: the level, and a text to be made better by hand.
 * `--dry-run` prints them; `--check` writes nothing and exits with 1 when the changesets of the tree claim less than they have to.
 */
import { readWords, runCommand, SentenceError } from "../commandLine.ts";
import { proposeChangeset, readChangesets, writeChangeset } from "../diff/changesets.ts";
import { type ContractDiff, diffContracts } from "../diff/contractDiff.ts";
import { currentContract } from "../diff/contracts.ts";
import { explainLevel } from "../diff/levels.ts";
import { releasedContract } from "../diff/released.ts";
import { makesFirst, tellShortfalls, tellUnmeantMajor } from "../diff/shortfalls.ts";

const usage = "Usage: npx pnpm run change [--dry-run | --check]";

async function main(): Promise<number> {
  const { values } = readWords(usage, { check: { type: "boolean" }, "dry-run": { type: "boolean" } });
  if (values.check && values["dry-run"]) throw new SentenceError(`--check and --dry-run do not go together.\n${usage}`);
  const [released, current] = await Promise.all([releasedContract(), currentContract()]);
  if (released === undefined) return beforeFirst(values.check === true);
  const diff = await diffContracts(released, current);
  return values.check ? check(diff) : propose(diff, values["dry-run"] === true);
}

/** Without a release there is nothing to compare with; what the first one tells is asked for all the same. */
async function beforeFirst(isCheck: boolean): Promise<number> {
  if (isCheck && (await readChangesets()).length === 0) {
    console.error("There is no release yet, and no changeset that tells of the first one. Write one: npx pnpm exec changeset");
    return 1;
  }
  console.log("There is no release yet, so any changeset will do. `npx pnpm exec changeset` writes one by hand.");
  return 0;
}

async function check(diff: ContractDiff): Promise<number> {
  const changesets = await readChangesets();
  const wrong = [tellShortfalls(diff, changesets), tellUnmeantMajor(changesets, diff.version)].filter((one) => one !== undefined);
  if (wrong.length > 0) {
    console.error(wrong.join("\n\n"));
    return 1;
  }
  console.log(diff.level === "none" ? explainLevel("none", diff.version) : "The changesets claim what the changes of the API ask for.");
  if (makesFirst(changesets, diff.version)) console.log("They make version 1.0.0.");
  return 0;
}

async function propose(diff: ContractDiff, isDryRun: boolean): Promise<number> {
  const changesets = await readChangesets();
  const proposals = diff.documents.flatMap((document) => proposeChangeset(document, changesets, diff.version) ?? []);
  if (proposals.length === 0) {
    const why = diff.level === "none" ? "The API has not changed since the last release." : "The changesets say all of it already.";
    console.log(`${why} What changed in the code alone is told by hand: npx pnpm exec changeset`);
    return 0;
  }
  for (const proposal of proposals) {
    if (isDryRun) process.stdout.write(proposal.content);
    else
      console.log(
        `${await writeChangeset(proposal)} is written. Make its text better where you can; the level is what the changes ask for.`,
      );
  }
  return 0;
}

await runCommand(main);
