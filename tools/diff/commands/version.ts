import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isScalar, parseDocument } from "yaml";
import { SentenceError } from "../../commandLine.ts";
import { quietEnvironment } from "../../environment.ts";
import { packages } from "../../packages.ts";
import { nameBreakingChanges } from "../changesets/changelog.ts";
import { readChangesets } from "../changesets/changesets.ts";
import { describeShortfalls, describeUnintendedMajor } from "../changesets/shortfalls.ts";
import { emptyAcceptedBreaks } from "../decision/accepted.ts";
import { diffSinceRelease, openBreaks } from "../decision/contractDiff.ts";
import { summarize } from "../decision/report.ts";
import { type Contract, currentContract, type ReadContract } from "../documents/contracts.ts";
import { atVersion, releasedContract, writeReleased } from "../documents/released.ts";
import { readReports, releasedReports, writeReports } from "../signatures/reports.ts";

const documents = ["spec/openapi.yaml", "spec/control/openapi.yaml"];
const generator = fileURLToPath(new URL("../../generate.ts", import.meta.url));

/** Must run in a copy of the repository, because a failure leaves the files incomplete. Returns the version. */
export async function makeVersion(folder: string, signal: AbortSignal): Promise<string> {
  const contract = await checkReady(folder);
  signal.throwIfAborted();
  await runProgram("changeset", ["version"], folder, signal);
  const version = await readVersion(folder);
  for (const name of packages) await edit(`packages/${name}/CHANGELOG.md`, folder, (text) => nameBreakingChanges(text, version));
  for (const file of documents) await edit(file, folder, (text) => withVersion(text, version, file));
  await runProgram(process.execPath, [generator], folder, signal);
  await writeReleased(atVersion(contract, version), folder);
  await writeReports(await readReports(folder), folder, releasedReports);
  await emptyAcceptedBreaks(folder);
  return version;
}

/**
 * Checks that `pnpm api:diff` and `pnpm change:check` pass. Returns the spec.
 * @throws SentenceError when no changeset exists, a breaking change is not accepted, or the level of the changesets is too low
 * @throws ProblemsError when a changeset or an accepted breaking change is malformed, or the spec cannot be bundled
 */
export async function checkReady(folder: string, readCurrent: ReadContract = currentContract): Promise<Contract> {
  const changesets = await readChangesets(folder);
  if (changesets.length === 0)
    throw new SentenceError("There are no changesets, so there is nothing to release. To write one, run: npx pnpm run change");
  const unintended = describeUnintendedMajor(changesets, await readVersion(folder));
  if (unintended !== undefined) throw new SentenceError(unintended);
  const [released, current] = await Promise.all([releasedContract(folder), readCurrent(folder)]);
  if (released === undefined) return current;
  const diff = await diffSinceRelease(released, current, folder);
  const open = openBreaks(diff);
  if (open.length > 0) {
    const sentence = "Cannot create a version: these breaking changes are not accepted. `npx pnpm api:diff` shows how to accept them.";
    throw new SentenceError([sentence, ...summarize(open, 3)].join("\n"));
  }
  const missing = describeShortfalls(diff, changesets);
  if (missing !== undefined) throw new SentenceError(`Cannot create a version: the level of the changesets is too low.\n${missing}`);
  return current;
}

/** All packages share one version, because they are a fixed group in `.changeset/config.json`. */
async function readVersion(folder: string): Promise<string> {
  const manifest = await readFile(join(folder, "packages/types/package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

async function edit(file: string, folder: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, file);
  await writeFile(path, change(await readFile(path, "utf8")));
}

function withVersion(text: string, version: string, file: string): string {
  const node = parseDocument(text).getIn(["info", "version"], true);
  if (!isScalar(node) || node.range === null || node.range === undefined) throw new SentenceError(`${file} has no info.version.`);
  const [start, end] = node.range;
  return text.slice(0, start) + version + text.slice(end);
}

/** @throws SentenceError when the program fails; the program has printed the reason */
async function runProgram(program: string, programArguments: readonly string[], folder: string, signal: AbortSignal): Promise<void> {
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(program, programArguments, {
      cwd: folder,
      env: quietEnvironment(),
      stdio: ["ignore", "inherit", "inherit"],
      signal,
    });
    // A program that was aborted also emits `close`.
    child.on("error", (error) => (signal.aborted ? undefined : reject(error)));
    child.on("close", resolve);
  });
  if (code !== 0) throw new SentenceError("Cannot create the version; see the error above. Nothing was changed.");
}
