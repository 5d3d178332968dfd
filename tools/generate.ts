/**
 * pnpm generate [--check] [--document FILE --out FOLDER]
 *
 * lint → bundle → lint the bundle → model → emit → write. Without options it is our spec into our packages, with the
 * document of the mock's own API and the tables of behaviour. With a document it is the same set of three folders from any
 * OpenAPI 3.1 document, held to the structure of OpenAPI and not to our house rules. `--check` writes nothing and exits with
 * 1 when something is stale.
 */
import { existsSync, statSync } from "node:fs";
import { basename, isAbsolute, relative } from "node:path";
import { readWords, runCommand, SentenceError } from "./commandLine.ts";
import { standaloneSpecifiers } from "./pipeline/emit/files.ts";
import { type Job, run } from "./pipeline/pipeline.ts";
import { compare, write } from "./pipeline/write/write.ts";
import { repository } from "./repository.ts";

const usage = "Usage: npx pnpm generate [--check] [--document FILE --out FOLDER]";

async function main(): Promise<number> {
  const { values } = readWords(usage, { check: { type: "boolean" }, document: { type: "string" }, out: { type: "string" } });
  const job = chooseJob(values.document, values.out);
  const plan = await run(job);
  const differences = values.check ? await compare(plan) : await write(plan);
  if (!values.check) {
    console.log(`${plan.files.size} files generated, ${differences.length} changed`);
    return 0;
  }
  for (const { path, state } of differences) console.error(`${state}: ${path}`);
  if (differences.length > 0) console.error(`Generated code is stale. Run: ${job.command}`);
  return differences.length > 0 ? 1 : 0;
}

function chooseJob(document: string | undefined, out: string | undefined): Job {
  if (document === undefined && out === undefined) return repository;
  if (document === undefined || out === undefined) throw new SentenceError(`--document and --out go together.\n${usage}`);
  if (!existsSync(document)) throw new SentenceError(`No such file: ${document}. --document takes the path of an OpenAPI 3.1 document.`);
  if (statSync(document).isDirectory())
    throw new SentenceError(`${document} is a folder. --document takes the path of an OpenAPI 3.1 document.`);
  return {
    document,
    configuration: "redocly.foreign.yaml",
    folders: { types: `${out}/types`, client: `${out}/client`, mock: `${out}/mock` },
    specifiers: standaloneSpecifiers,
    command: `npx pnpm generate --document ${document} --out ${out}`,
    shownCommand: `npx pnpm generate --document ${withoutMachine(document)} --out ${withoutMachine(out)}`,
  };
}

/** A path as generated files may show it. They are committed, so an absolute path, which differs by machine, is shortened. */
function withoutMachine(path: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(".", path);
  return inside === "" || inside.startsWith("..") || isAbsolute(inside) ? basename(path) : inside;
}

await runCommand(main);
