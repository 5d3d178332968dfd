/**
 * pnpm dev [--port N]: the mock from its sources, current. An edit in spec/ is generated, and an edit of the code loaded, within a
 * second or two; what the mock holds stays, and requests in between wait. The reference follows in the background. What is wrong
 * is told with file, line and column, and the mock goes on as it was. Ctrl+C ends it, and its state.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DevServer } from "../authoring/dev/devServer.ts";
import { readPort, readWords, runCommand } from "../commandLine.ts";
import { defaultPort, hostname, refuseTakenPort } from "./port.ts";
import { untilEnded } from "./untilEnded.ts";

const usage = "Usage: npx pnpm dev [--port N]";

async function main(): Promise<number> {
  const { values } = readWords(usage, { port: { type: "string", default: String(defaultPort) } });
  const port = readPort(values.port);
  await refuseTakenPort(port, "npx pnpm dev");
  const { signal } = untilEnded();
  const ended = new Promise<number>((resolve) => signal.addEventListener("abort", () => resolve(signal.reason)));
  const server = new DevServer(makeFolder());
  try {
    const ready = await Promise.race([server.start(hostname, port), ended]);
    if (typeof ready === "number") return ready;
    console.log(`
  API        ${ready.url}
  Reference  ${ready.url}/docs/
  Console    ${ready.url}/console
  Token      ${ready.accessToken ?? "comes with the first mock that starts"}

  Edit spec/ or packages/mock/src/, and it follows; what it holds stays. Ctrl+C ends it.
`);
    server.follow();
    return await ended;
  } finally {
    await server.end();
  }
}

/** The folder of everything that this process and those it starts keep. */
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "crm-platform-dev-"));
  // A process that is ended in the middle of its work cannot tidy up: what it leaves goes with the folder.
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
  // What one process has compiled the next one need not: the mock is loaded in half the time.
  process.env["NODE_COMPILE_CACHE"] = join(folder, "compiled");
  return folder;
}

await runCommand(main);
// What was just starting when somebody ended it would keep the process alive.
process.exit();
