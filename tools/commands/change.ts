import { runCommand } from "../commandLine.ts";
import { change } from "../gate/commands/change.ts";

await runCommand(() => change(process.argv.slice(2)));
