/**
 * Compiles generated code with the oldest and the newest supported TypeScript, and calls every operation against Prism. The default
 * document has more than 1,000 operations; it is installed from the npm registry and converted to OpenAPI 3.1.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtempDisposable, readFile, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { readWords, runCommand, SentenceError } from "../commandLine.ts";
import { foreignJob, run as runPipeline } from "../pipeline/pipeline.ts";
import { write } from "../pipeline/write/write.ts";
import { root } from "../root.ts";
import { callEvery } from "./callEvery.ts";
import { compile, compilers } from "./compile.ts";

const run = promisify(execFile);
const usage = "Usage: npx pnpm foreign [FILE …]";

async function main(): Promise<number> {
  const { positionals } = readWords(usage, {}, Infinity);
  await using temporary = await mkdtempDisposable(join(tmpdir(), "crm-platform-foreign-"));
  const folder = temporary.path;
  const documents = positionals.length > 0 ? positionals : [await installLargeDocument(folder)];
  const sets = documents.map((document) => ({ document, out: join(folder, "sets", basename(document, extname(document))) }));
  if (new Set(sets.map(({ out }) => out)).size < sets.length) throw new SentenceError("Two documents have the same file name.");
  for (const { document, out } of sets) await generateInto(document, out);
  let failed = 0;
  const report = (title: string, problems: readonly string[]): void => {
    console.log([`${problems.length === 0 ? "✓" : "✗"} ${title}`, ...problems].join("\n  "));
    failed += problems.length;
  };
  for (const compiler of compilers) report(`compiles with TypeScript ${compiler.version}`, await compile(join(folder, "sets"), compiler));
  for (const { document, out } of sets) {
    const { operations, problems } = await callEvery(out);
    report(`${basename(document)}: ${operations} operations called`, problems);
  }
  return failed === 0 ? 0 : 1;
}

async function generateInto(document: string, out: string): Promise<void> {
  await write(await runPipeline(foreignJob(document, out, "npx pnpm foreign")));
  await mkdir(join(out, "node_modules/@crm-platform"), { recursive: true });
  await symlink(join(root, "packages/client"), join(out, "node_modules/@crm-platform/client"));
}

/** Converts the document from OpenAPI 3.0 with the command that the generator recommends. */
async function installLargeDocument(folder: string): Promise<string> {
  const manifest = fileURLToPath(new URL("package.json", import.meta.url));
  const { dependencies } = JSON.parse(await readFile(manifest, "utf8")) as { dependencies: Readonly<Record<string, string>> };
  const packages = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, ...packages]);
  const source = join(folder, "node_modules/@octokit/openapi/generated/api.github.com.json");
  const converted = join(folder, "octokit.json");
  const format = join(folder, "node_modules/.bin/openapi-format");
  await run(format, [source, "--no-sort", "--convertTo", "3.1", "--json", "--output", converted], { maxBuffer: 64 * 1024 * 1024 });
  return converted;
}

await runCommand(main);
