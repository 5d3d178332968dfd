/**
 * pnpm release:rehearse: rehearses a release on a copy of the repository as it stands: makes the version, publishes to a registry that
 * runs on this machine and holds nothing but our packages, installs them in empty projects and runs the READMEs' examples there.
 * Exits with 1 at the first step that fails, and tells which and why. Changes nothing here.
 */
import { RehearsalError, rehearse } from "../rehearsal/rehearse.ts";
import { onLauncherGone } from "./launcher.ts";

const controller = new AbortController();
process.once("SIGINT", () => controller.abort());
process.once("SIGTERM", () => controller.abort());
onLauncherGone(() => controller.abort());

try {
  const start = performance.now();
  const version = await rehearse(console.log, controller.signal);
  console.log(`Version ${version} can be released (rehearsed in ${Math.round((performance.now() - start) / 1000)} s).`);
} catch (error) {
  if (controller.signal.aborted) console.error("The rehearsal was ended.");
  else console.error(error instanceof RehearsalError ? `${error.message}\n\nThis version cannot be released as it is.` : error);
  process.exitCode = 1;
}
