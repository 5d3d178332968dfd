/** pnpm start [--port N]: builds the packages, then serves the mock in memory with the demo account until the command is interrupted. */
import { addressLines } from "../../packages/mock/src/cli/addresses.ts";
import { readPort } from "../../packages/mock/src/cli/words.ts";
import { readWords, runCommand, SentenceError } from "../commandLine.ts";
import { checkPort, defaultPort, hostname } from "./port.ts";
import { runTasks } from "./turbo.ts";
import { untilEnded } from "./untilEnded.ts";

const usage = "Usage: npx pnpm start [--port N]";

async function buildAll(): Promise<void> {
  console.log("Building the packages …");
  const code = await runTasks(["build", "reference"], { quiet: true });
  if (code !== 0) throw new SentenceError("The build failed; see the output above.");
}

async function serve(port: number): Promise<void> {
  // The package is imported here, because it may not exist before the build.
  const { addDemoAccount, createMock, serveMock } = await import("@crm-platform/mock");
  const mock = await createMock({
    onError: (error, { correlationId }) => console.error(`correlationId ${correlationId}:`, error),
  });
  const { accessToken: token } = await addDemoAccount(mock);
  const { url } = await serveMock({ mock, port, hostname });
  console.log(`
${addressLines({ url, hasPages: true, token })}

  Try it:
  curl ${url}/cms/domains/2026-03 --header "Authorization: Bearer ${token}"

  Press Ctrl+C to stop.`);
}

async function main(): Promise<number> {
  const { values } = readWords(usage, { port: { type: "string", default: String(defaultPort) } });
  const port = readPort("--port", values.port);
  const signal = untilEnded();
  signal.addEventListener("abort", () => process.exit(signal.reason));
  await checkPort(port, "npx pnpm start");
  await buildAll();
  await serve(port);
  return 0;
}

await runCommand(main);
