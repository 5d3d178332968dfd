/**
 * pnpm version:packages: makes of the changesets a version. Sets the version of the three packages and writes their changelogs,
 * sets `info.version` in both documents, generates, and keeps the documents as the released ones. All of it is made in a
 * copy and then taken over. It refuses, and changes nothing, where `pnpm api:diff` or `pnpm change:check` would.
 */
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { isScalar, parseDocument } from "yaml";
import { readWords, runCommand, SentenceError } from "../commandLine.ts";
import { emptyAcceptedBreaks } from "../diff/accepted.ts";
import { tidyChangelog } from "../diff/changelogText.ts";
import { readChangesets } from "../diff/changesets.ts";
import { diffContracts, openBreaks } from "../diff/contractDiff.ts";
import { currentContract } from "../diff/contracts.ts";
import { releasedContract, writeReleased } from "../diff/released.ts";
import { tellFirst } from "../diff/report.ts";
import { tellShortfalls, tellUnmeantMajor } from "../diff/shortfalls.ts";
import { quietEnvironment } from "../environment.ts";
import { packages } from "../packages.ts";
import { run as generation } from "../pipeline.ts";
import { repository } from "../repository.ts";
import { write } from "../write/write.ts";
import { inDraft } from "./draft.ts";

const documents = ["spec/openapi.yaml", "spec/control/openapi.yaml"];

async function main(): Promise<number> {
  readWords("Usage: npx pnpm version:packages", {});
  const version = await inDraft(makeVersion);
  console.log(`Version ${version}. Look at the changelogs, then commit everything.`);
  return 0;
}

/** Makes the version in the folder that the process works in, and resolves to it. What is judged there is what is released. */
async function makeVersion(signal: AbortSignal): Promise<string> {
  await refuseUnready();
  signal.throwIfAborted();
  await runChangesets(signal);
  const version = await readVersion();
  for (const name of packages) await tidy(`packages/${name}/CHANGELOG.md`, version);
  for (const file of documents) await setVersion(file, version);
  await write(await generation(repository));
  await writeReleased(await currentContract());
  await emptyAcceptedBreaks();
  return version;
}

/**
 * Everything that would stop a release is found before it is begun.
 * @throws SentenceError when there is no changeset, a break is open, or changesets claim too little or, before 1.0.0, major
 * @throws ProblemsError when a changeset, the list of accepted breaks or the spec is wrong
 */
async function refuseUnready(): Promise<void> {
  const changesets = await readChangesets();
  if (changesets.length === 0)
    throw new SentenceError("There is no changeset, so there is nothing to release. Write one: npx pnpm run change");
  const unmeant = tellUnmeantMajor(changesets, await readVersion());
  if (unmeant !== undefined) throw new SentenceError(unmeant);
  await generation(repository);
  const released = await releasedContract();
  if (released === undefined) return;
  const diff = await diffContracts(released, await currentContract());
  const open = openBreaks(diff);
  if (open.length > 0) {
    const told = tellFirst(open, 3).map((line) => `- ${line}`);
    const sentence = "There are breaks that nobody has accepted, so no version is made. `npx pnpm api:diff` tells how to accept one.";
    throw new SentenceError([sentence, ...told].join("\n"));
  }
  const missing = tellShortfalls(diff, changesets);
  if (missing !== undefined) throw new SentenceError(`No version is made of changesets that claim too little.\n${missing}`);
}

/** The one version of all packages. */
async function readVersion(): Promise<string> {
  const versions = await Promise.all(
    packages.map(async (name) => (JSON.parse(await readFile(`packages/${name}/package.json`, "utf8")) as { version: string }).version),
  );
  if (new Set(versions).size > 1) {
    throw new SentenceError(
      `The packages have different versions: ${versions.join(", ")}. They are a fixed group in .changeset/config.json.`,
    );
  }
  return versions[0] ?? "";
}

async function tidy(file: string, version: string): Promise<void> {
  await writeFile(file, tidyChangelog(await readFile(file, "utf8"), version));
}

/** Changes `info.version` and not a character beside it. */
async function setVersion(file: string, version: string): Promise<void> {
  const text = await readFile(file, "utf8");
  const node = parseDocument(text).getIn(["info", "version"], true);
  if (!isScalar(node) || node.range === null || node.range === undefined) throw new SentenceError(`${file} has no info.version.`);
  const [start, end] = node.range;
  await writeFile(file, text.slice(0, start) + version + text.slice(end));
}

/** Raises the versions and writes the changelogs. @throws SentenceError when that fails; what was wrong it has told itself */
async function runChangesets(signal: AbortSignal): Promise<void> {
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn("changeset", ["version"], { env: quietEnvironment(), stdio: ["ignore", "inherit", "inherit"], signal });
    // One that is ended has closed, too.
    child.on("error", (error) => (signal.aborted ? undefined : reject(error)));
    child.on("close", resolve);
  });
  if (code !== 0) throw new SentenceError("`changeset version` failed; see above. Nothing has changed.");
}

await runCommand(main);
