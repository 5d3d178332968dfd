/** pnpm dev [--port N]: serves the mock from its sources, applies every edit, and keeps the state until Ctrl+C ends the command. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressLines } from "../../packages/mock/src/cli/addresses.ts";
import { readPort } from "../../packages/mock/src/cli/words.ts";
import { readWords, runCommand } from "../commandLine.ts";
import { checkPort, defaultPort, hostname } from "../commands/port.ts";
import { untilEnded } from "../commands/untilEnded.ts";
import { DevServer } from "./devServer.ts";

const usage = "Usage: npx pnpm dev [--port N]";

async function main(): Promise<number> {
  const { values } = readWords(usage, { port: { type: "string", default: String(defaultPort) } });
  const port = readPort("--port", values.port);
  await checkPort(port, "npx pnpm dev");
  const signal = untilEnded();
  const end = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
  const server = new DevServer(makeFolder(), hostname, port);
  try {
    const url = await Promise.race([server.start(), end]);
    if (url !== undefined) {
      console.log(`
${addressLines({ url, hasPages: true, token: "demo-access-token-4815162" })}

  Edit files in spec/ or packages/mock/src/. The mock applies each edit and keeps its state. Press Ctrl+C to stop.
`);
    }
    await end;
    return signal.reason;
  } finally {
    await server.end();
  }
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "crm-platform-dev-"));
  // Killed processes leave temporary files behind, which are deleted with the folder.
  for (const name of ["TMPDIR", "TEMP", "TMP"]) process.env[name] = folder;
  // From the second start on, the compile cache halves the time to load the mock.
  process.env["NODE_COMPILE_CACHE"] = join(folder, "compiled");
  return folder;
}

await runCommand(main);
// A child that is still starting would keep the process alive.
process.exit();
