import { runCommand } from "../commandLine.ts";
import { change } from "../diff/commands/change.ts";

await runCommand(() => change(process.argv.slice(2)));
