/** A part of pnpm check: reports placeholders, operations without a handler or a sample, and behavior rows without a check. Requires no build. */
import { whatIsMissing } from "../authoring/complete.ts";
import { runCommand } from "../commandLine.ts";

await runCommand(async () => {
  const missing = await whatIsMissing();
  return { code: missing.length > 0 ? 1 : 0, stderr: missing.map((text) => `${text}\n`).join("") };
});
