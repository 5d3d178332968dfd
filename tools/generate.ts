/**
 * pnpm generate [--check] [--document FILE --out FOLDER]
 *
 * lint → bundle → lint the bundle → model → emit → write. Without options it is our spec into our packages, with the
 * document of the mock's own API and the tables of behaviour. With a document it is the same set of three folders from any
 * OpenAPI 3.1 document, held to the structure of OpenAPI and not to our house rules. `--check` writes nothing and exits with
 * 1 when something is stale.
 */
import { runCommand } from "./commandLine.ts";
import { generate } from "./pipeline/generate.ts";

await runCommand(() => generate(process.argv.slice(2)));
