import { type CommandResult, readWords } from "../commandLine.ts";
import { repository } from "../repository.ts";
import { run } from "./pipeline.ts";
import { compare, write } from "./write/write.ts";

const usage = "Usage: npx pnpm generate [--check]";

export async function generate(words: readonly string[]): Promise<CommandResult> {
  const { values } = readWords(usage, { check: { type: "boolean" } }, 0, words);
  const plan = await run(repository);
  if (!values.check) {
    const changed = await write(plan);
    return { code: 0, stdout: `${plan.files.size} files generated, ${changed.length} changed\n` };
  }
  const lines = (await compare(plan)).map(({ path, state }) => `${state}: ${path}\n`);
  if (lines.length === 0) return { code: 0 };
  return { code: 1, stderr: `${lines.join("")}Generated code is out of date. Run this command without --check.\n` };
}
