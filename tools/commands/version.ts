/**
 * pnpm version:packages: makes of the changesets a version. Sets the version of the three packages and writes their changelogs,
 * sets `info.version` in both documents, generates, and keeps the documents as the released ones.
 */
import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { isScalar, parseDocument } from "yaml";
import { emptyAcceptedBreaks } from "../diff/accepted.ts";
import { readChangesets } from "../diff/changesets.ts";
import { currentContract, writeReleased } from "../diff/contracts.ts";
import { runCommand, SentenceError } from "../diff/sentence.ts";
import { quietEnvironment } from "./turbo.ts";

const documents = ["spec/openapi.yaml", "spec/control/openapi.yaml"];
const packages = ["types", "client", "mock"];

async function main(): Promise<number> {
  if ((await readChangesets()).length === 0)
    throw new SentenceError("There is no changeset, so there is nothing to release. Write one: npx pnpm change");
  await run("changeset", ["version"]);
  const version = await readVersion();
  for (const file of documents) await setVersion(file, version);
  await run(process.execPath, [fileURLToPath(new URL("../generate.ts", import.meta.url))]);
  await writeReleased(await currentContract());
  await emptyAcceptedBreaks();
  console.log(`Version ${version}. Look at the changelogs, then commit everything.`);
  return 0;
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

/** Changes `info.version` and not a character beside it. */
async function setVersion(file: string, version: string): Promise<void> {
  const text = await readFile(file, "utf8");
  const node = parseDocument(text).getIn(["info", "version"], true);
  if (!isScalar(node) || node.range === null || node.range === undefined) throw new SentenceError(`${file} has no info.version.`);
  const [start, end] = node.range;
  await writeFile(file, text.slice(0, start) + version + text.slice(end));
}

/** Runs a command in the foreground. @throws SentenceError when it fails; what was wrong it has told itself */
async function run(program: string, programArguments: readonly string[]): Promise<void> {
  const code = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(program, programArguments, { env: quietEnvironment(), stdio: ["ignore", "inherit", "inherit"] });
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new SentenceError(`\`${[program, ...programArguments].join(" ")}\` failed; see above.`);
}

await runCommand(main);
