/** pnpm new:operation: writes the files of a new operation from templates and lints the spec. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { readFiles } from "../authoring/newOperationWords.ts";
import { placeholders } from "../authoring/placeholders.ts";
import { runCommand } from "../commandLine.ts";
import { lint } from "../pipeline/lint/lint.ts";
import { ProblemsError } from "../problems.ts";
import { repository } from "../repository.ts";

async function main(): Promise<number> {
  for (const [file, content] of readFiles(process.argv.slice(2), ".")) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    console.log(`written: ${file}`);
  }
  const problems = await lint(repository.document, repository.configuration);
  console.log(`\n${placeholders().join("\n")}`);
  if (problems.length > 0) console.log(`\n${new ProblemsError("missing", problems).message}`);
  console.log("\nReplace the placeholders. Then run `npx pnpm generate` and `npx pnpm check`, which lists what is still missing.");
  return 0;
}

await runCommand(main);
