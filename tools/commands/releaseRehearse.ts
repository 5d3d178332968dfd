/**
 * pnpm release:rehearse: rehearses a release on a copy of the repository as it stands: makes the version, publishes to a registry that
 * runs on this machine and holds nothing but our packages, installs them in empty projects and runs the READMEs' examples there.
 * Exits with 1 at the first step that fails, and tells which and why. Changes nothing here.
 */
import { RehearsalError, rehearse } from "../rehearsal/rehearse.ts";
import { onLauncherGone } from "./launcher.ts";

const controller = new AbortController();
process.once("SIGINT", () => controller.abort(130));
process.once("SIGTERM", () => controller.abort(143));
onLauncherGone(() => controller.abort(143));

try {
  const start = performance.now();
  const version = await rehearse(console.log, controller.signal);
  console.log(`Version ${version} can be released (rehearsed in ${Math.round((performance.now() - start) / 1000)} s).`);
} catch (error) {
  const { aborted, reason } = controller.signal;
  if (aborted) console.error("The rehearsal was ended.");
  else console.error(error instanceof RehearsalError ? `${error.message}\n\nThis version cannot be released as it is.` : error);
  process.exitCode = aborted ? reason : 1;
}
