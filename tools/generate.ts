/**
 * Runs lint → bundle → lint the bundle → model → emit → write, by default for `spec/`, including the control API and the rules of behavior.
 * Other documents must be valid OpenAPI 3.1, but need not follow this repository's rules.
 */
import { runCommand } from "./commandLine.ts";
import { generate } from "./pipeline/generate.ts";

await runCommand(() => generate(process.argv.slice(2)));
