/** pnpm api:diff [BASE] [--format text|markdown|json] [--output FILE] */
import { runCommand } from "../commandLine.ts";
import { apiDiff } from "../diff/commands/apiDiff.ts";

await runCommand(() => apiDiff(process.argv.slice(2)));
