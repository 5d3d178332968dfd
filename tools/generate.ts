/**
 * npx pnpm generate [--check] [--document FILE --out FOLDER]
 *
 * Runs lint → bundle → lint the bundle → model → emit → write. By default, it generates the packages from `spec/`, including the control
 * API and the behavior tables. With `--document`, it generates the same three folders from any OpenAPI 3.1 document, which must be valid
 * but need not follow this repository's rules. `--check` writes nothing and exits with 1 if a generated file is out of date.
 */
import { runCommand } from "./commandLine.ts";
import { generate } from "./pipeline/generate.ts";

await runCommand(() => generate(process.argv.slice(2)));
