/** pnpm api:diff [REVISION] [--format text|markdown|json] [--output FILE]: compares the API with the last release or a git revision. */
import { runCommand } from "../commandLine.ts";
import { apiDiff } from "../gate/commands/apiDiff.ts";

await runCommand(() => apiDiff(process.argv.slice(2)));
