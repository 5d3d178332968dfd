import { resolve } from "node:path";
import { runCommand } from "../commandLine.ts";
import { apiReport } from "../gate/commands/apiReport.ts";

await runCommand(() => apiReport(process.argv.slice(2), resolve(".")));
