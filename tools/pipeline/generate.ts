import { type CommandResult, readWords } from "../commandLine.ts";
import { withoutIgnored } from "../ignoredFiles.ts";
import { repository } from "../repository.ts";
import { run } from "./pipeline.ts";
import { compare, write } from "./write/write.ts";

const usage = `Usage: npx pnpm generate [--check]

With --check, the command lists the committed files that are out of date, and writes only the files that git ignores.`;

export async function generate(words: readonly string[]): Promise<CommandResult> {
  const { values } = readWords(usage, { check: { type: "boolean" } }, 0, words);
  const plan = await run(repository);
  const differences = await compare(plan);
  const committedPaths = new Set(values.check ? withoutIgnored(differences.map(({ path }) => path)) : []);
  const changedFiles = await write(
    plan,
    differences.filter(({ path }) => !committedPaths.has(path)),
  );
  if (!values.check) return { code: 0, stdout: `${plan.files.size} files generated, ${changedFiles.length} changed\n` };
  const stale = differences.filter(({ path }) => committedPaths.has(path));
  if (stale.length === 0) return { code: 0 };
  const lines = stale.map(({ path, state }) => `${state}: ${path}\n`);
  return { code: 1, stderr: `${lines.join("")}Generated code is out of date. Run this command without --check.\n` };
}
