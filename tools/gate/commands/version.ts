import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isScalar, parseDocument } from "yaml";
import { SentenceError } from "../../commandLine.ts";
import type { Document } from "../../openapi/document.ts";
import { packages } from "../../packages.ts";
import { write } from "../../pipeline/write/write.ts";
import { runProgram } from "../../program.ts";
import { repository } from "../../repository.ts";
import { emptyAcceptedBreaks } from "../acceptedBreaks.ts";
import { nameBreakingChanges } from "../changesets/changelog.ts";
import { readChangesets } from "../changesets/changesets.ts";
import { describeShortfalls, describeUnintendedMajor } from "../changesets/shortfalls.ts";
import { decideSinceRelease, openBreaks } from "../decide.ts";
import { type Contract, currentContract, type ReadContract } from "../documents/contracts.ts";
import { atVersion, releasedContract, writeReleased } from "../documents/released.ts";
import { summarize } from "../report.ts";
import { readReports, releasedReports, writeReports } from "../signatures/reports.ts";

/** Returns the version. A failure leaves the files incomplete, so the caller must restore them. */
export async function makeVersion(folder: string, signal: AbortSignal, readCurrent: ReadContract = currentContract): Promise<string> {
  const unversioned = await checkReady(folder, readCurrent);
  signal.throwIfAborted();
  const code = await runProgram(["changeset", "version"], { cwd: folder, signal });
  if (code !== 0) throw new SentenceError("Cannot create the version; see the error above. Nothing was changed.");
  const version = await readVersion(folder);
  for (const name of packages) await edit(`packages/${name}/CHANGELOG.md`, folder, (text) => nameBreakingChanges(text, version));
  for (const file of [repository.document, repository.control]) await edit(file, folder, (text) => withVersion(text, version, file));
  const contract = atVersion(unversioned, version);
  await generate(contract, folder);
  await writeReleased(contract, folder);
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
  const diff = await decideSinceRelease(released, current, folder);
  const open = openBreaks(diff);
  if (open.length > 0) {
    const sentence = "Cannot create a version: these breaking changes are not accepted. `npx pnpm api:diff` shows how to accept them.";
    throw new SentenceError(
      [
        sentence,
        ...summarize(
          open.map(({ finding }) => finding),
          3,
        ),
      ].join("\n"),
    );
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

/** Does not read the spec again, because only its version has changed. */
async function generate({ platform, control }: Contract, folder: string): Promise<void> {
  // The module is imported on demand, because it loads two compilers.
  const { describeBundle, run } = await import("../../pipeline/pipeline.ts");
  const folders = Object.fromEntries(packages.map((name) => [name, join(folder, repository.folders[name])])) as typeof repository.folders;
  const job = { ...repository, behaviors: join(folder, repository.behaviors), builtIn: join(folder, repository.builtIn), folders };
  const read = async (file: string) => describeBundle((file === job.document ? platform : control) as Document);
  await write(await run(job, read));
}

function withVersion(text: string, version: string, file: string): string {
  const node = parseDocument(text).getIn(["info", "version"], true);
  if (!isScalar(node) || node.range === null || node.range === undefined) throw new SentenceError(`${file} has no info.version.`);
  const [start, end] = node.range;
  return text.slice(0, start) + version + text.slice(end);
}
