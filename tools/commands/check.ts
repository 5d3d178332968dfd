/** pnpm check: runs the checks that do not require a build. Exits with 1 when a check fails. */
import { readWords, runCommand } from "../commandLine.ts";
import { checks, runSteps } from "./steps.ts";

async function main(): Promise<number> {
  readWords("Usage: npx pnpm check", {});
  const { failed } = await runSteps(checks);
  return failed > 0 ? 1 : 0;
}

await runCommand(main);
