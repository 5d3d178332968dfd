import { existsSync, statSync } from "node:fs";
import { basename, isAbsolute, relative } from "node:path";
import { UsageError } from "../../packages/mock/src/cli/usageError.ts";
import { type CommandResult, readWords, SentenceError } from "../commandLine.ts";
import { repository } from "../repository.ts";
import { foreignJob, type Job, run } from "./pipeline.ts";
import { compare, write } from "./write/write.ts";

const usage = "Usage: npx pnpm generate [--check] [--document FILE --out FOLDER]";

export async function generate(words: readonly string[]): Promise<CommandResult> {
  const options = { check: { type: "boolean" }, document: { type: "string" }, out: { type: "string" } } as const;
  const { values } = readWords(usage, options, 0, words);
  const job = chooseJob(values.document, values.out);
  const plan = await run(job);
  if (!values.check) {
    const changed = await write(plan);
    return { code: 0, stdout: `${plan.files.size} files generated, ${changed.length} changed\n` };
  }
  const lines = (await compare(plan)).map(({ path, state }) => `${state}: ${path}\n`);
  if (lines.length === 0) return { code: 0 };
  return { code: 1, stderr: `${lines.join("")}Generated code is out of date. Run this command without --check.\n` };
}

function chooseJob(document: string | undefined, out: string | undefined): Job {
  if (document === undefined && out === undefined) return repository;
  if (document === undefined || out === undefined) throw new UsageError("--document and --out must be used together.");
  if (!existsSync(document))
    throw new SentenceError(`${document} does not exist. --document requires the path of an OpenAPI 3.1 document.`);
  if (statSync(document).isDirectory())
    throw new SentenceError(`${document} is a folder. --document requires the path of an OpenAPI 3.1 document.`);
  return foreignJob(document, out, `npx pnpm generate --document ${withoutMachine(document)} --out ${withoutMachine(out)}`);
}

/** Generated files are committed, so they must not depend on the machine. */
function withoutMachine(path: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(".", path);
  return inside.startsWith("..") ? basename(path) : inside;
}
