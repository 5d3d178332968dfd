/** A child process of `pnpm dev` that generates the code. Modules stay loaded, and only documents with changed files are read again. */
import { inspect } from "node:util";
import type { Described } from "../../pipeline/emit/files.ts";
import { readSources, run } from "../../pipeline/pipeline.ts";
import { write } from "../../pipeline/write/write.ts";
import { ProblemsError } from "../../problems.ts";
import { repository } from "../../repository.ts";

/** Contains the generated files that changed, or the error. */
export type Generated = { readonly changed: readonly string[] } | { readonly failure: string };

const known = new Map<string, Described>();

/** Reads a document without linting the bundle, which would double the time; `npx pnpm check` lints it. */
async function read(file: string, configuration: string): Promise<Described> {
  const described = known.get(file) ?? (await readSources(file, configuration));
  known.set(file, described);
  return described;
}

async function generate(files: readonly string[]): Promise<Generated> {
  const isPlatformOnly = files.length > 0 && !files.some((file) => /^spec\/(control|shared)\//.test(file));
  known.delete(repository.document);
  if (!isPlatformOnly) known.delete(repository.control);
  try {
    const differences = await write(await run(repository, read));
    return { changed: differences.map(({ path }) => path) };
  } catch (error) {
    // Any other error is a bug in the generators, whose own files may have been edited.
    return { failure: error instanceof ProblemsError ? error.message : inspect(error) };
  }
}

process.on("message", async (files: readonly string[]) => void process.send?.(await generate(files)));
process.on("disconnect", () => process.exit());
