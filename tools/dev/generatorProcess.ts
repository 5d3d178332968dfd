/**
 * A child process of `pnpm dev` that generates the code at the start and for each message with edited files. Modules stay loaded, and only
 * documents with edited files are read again. After a successful generation, it sends the edited files, or else the generated ones.
 */
import { inspect } from "node:util";
import type { Described } from "../pipeline/emit/files.ts";
import { readSources, run } from "../pipeline/pipeline.ts";
import { write } from "../pipeline/write/write.ts";
import { ProblemsError } from "../problems.ts";
import { repository } from "../repository.ts";

const documents = new Map<string, Described>();

/** Reads a document without linting the bundle, which would double the time; `npx pnpm check` lints it. */
async function read(file: string, configuration: string): Promise<Described> {
  const described = documents.get(file) ?? (await readSources(file, configuration));
  documents.set(file, described);
  return described;
}

async function generate(files: readonly string[]): Promise<void> {
  documents.delete(repository.document);
  if (files.some((file) => /^spec\/(control|shared)\//.test(file))) documents.delete(repository.control);
  try {
    const differences = await write(await run(repository, read));
    process.send?.(files.length > 0 ? files : differences.map(({ path }) => path));
  } catch (error) {
    // Any other error is a bug in the generators, whose own files may have been edited.
    console.error(`${error instanceof ProblemsError ? error.message : inspect(error)}\n\nThe mock keeps running unchanged.`);
  }
}

let generation = generate(process.argv.slice(2));
process.on("message", (files: readonly string[]) => {
  generation = generation.then(() => generate(files));
});
process.on("disconnect", () => process.exit());
