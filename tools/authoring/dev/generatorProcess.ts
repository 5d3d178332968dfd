/**
 * A process of `pnpm dev`: generates whenever it is told to. Its modules stay loaded, and a document that no changed file belongs
 * to is not read again.
 */
import type { Described } from "../../pipeline/emit/files.ts";
import { lintBundle, type Read, readSources, run } from "../../pipeline/pipeline.ts";
import { write } from "../../pipeline/write/write.ts";
import { ProblemsError } from "../../problems.ts";
import { repository } from "../../repository.ts";
import type { GenerateAnswer, GenerateRequest, LintRequest } from "./messages.ts";

const known = new Map<string, Described>();
const unlinted = new Map<string, Described>();

const read: Read = async (file, configuration) => {
  const described = known.get(file) ?? (await readSources(file, configuration));
  if (!known.has(file)) unlinted.set(file, described);
  known.set(file, described);
  return described;
};

/** The mock's own API has its folder, and borrows from `shared/`. */
function forget(files: readonly string[]): void {
  const everything = files.length === 0 || files.some((file) => file.startsWith("spec/shared/") || !file.startsWith("spec/"));
  const ofControl = files.some((file) => file.startsWith("spec/control/"));
  const ofPlatform = files.some((file) => !file.startsWith("spec/control/"));
  if (everything || ofControl) known.delete(repository.control);
  if (everything || ofPlatform) known.delete(repository.document);
}

async function generate({ files }: GenerateRequest): Promise<void> {
  forget(files);
  try {
    const differences = await write(await run(repository, read));
    answer({ kind: "written", changed: differences.map(({ path }) => path) });
  } catch (error) {
    answer({ kind: "refused", message: messageOf(error) });
  }
}

async function lintBundles(): Promise<void> {
  for (const [file, { document }] of unlinted) {
    unlinted.delete(file);
    const problems = await lintBundle(file, document, repository.configuration);
    if (problems.length > 0) answer({ kind: "late", message: new ProblemsError("lint the bundle", problems).message });
  }
}

/** Problems in the spec are printed without a stack. Any other error is a bug in a generator, perhaps one being edited, and keeps it. */
function messageOf(error: unknown): string {
  if (error instanceof ProblemsError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function answer(message: GenerateAnswer): void {
  // Where nobody listens any more this process is about to end; that is no failure of it.
  process.send?.(message, undefined, undefined, () => {});
}

let last = Promise.resolve();
process.on("message", (request: GenerateRequest | LintRequest) => {
  // An edit does not wait for the linting of what it replaces.
  if (request.kind === "lint") lintBundles().catch((error: unknown) => answer({ kind: "late", message: messageOf(error) }));
  else last = last.then(() => generate(request));
});
// Without `pnpm dev` it ends by itself, and in the middle of a generation by endWithDev.ts, which ends what it has started as well.
