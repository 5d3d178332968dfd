/**
 * pnpm start [--port N]: builds what is not built yet, then serves the mock, with the account of the examples in it, the
 * reference at /docs and the console at /console, until it is told to stop. Nothing is kept.
 */
import { createServer } from "node:net";
import { readPort, readWords, runCommand, SentenceError } from "../commandLine.ts";
import { onLauncherGone } from "./launcher.ts";
import { runTasks, stopTasks } from "./turbo.ts";

const hostname = "127.0.0.1";
const defaultPort = 4010;
const usage = "Usage: npx pnpm start [--port N]";

/** Asked before the build, so that nobody waits for it in vain. */
async function refuseTakenPort(port: number): Promise<void> {
  const code = await tryPort(port);
  if (code === undefined) return;
  const reason = code === "EADDRINUSE" ? `Port ${port} is taken.` : `Port ${port} cannot be opened (${code}).`;
  throw new SentenceError(
    `${reason} Choose another one, for example: npx pnpm start --port ${await freePortAfter(Math.max(port, defaultPort))}`,
  );
}

async function freePortAfter(port: number): Promise<number> {
  const next = port >= 65_535 ? defaultPort : port + 1;
  return (await tryPort(next)) === undefined ? next : freePortAfter(next);
}

/** Opens and closes a port. Resolves to the error code when that cannot be done. */
function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen(port, hostname, () => probe.close(() => resolve(undefined)));
  });
}

async function buildAll(): Promise<void> {
  console.log("Building what has changed …");
  const code = await runTasks(["build", "reference"], "--output-logs=errors-only");
  if (code !== 0) throw new SentenceError("The build failed; see above.");
}

async function serve(port: number): Promise<void> {
  // Loaded late: before the build there may be nothing to load.
  const { addDemoAccount, createMock, serveMock } = await import("@crm-platform/mock");
  const mock = await createMock({
    onError: (error, { correlationId }) => console.error(`correlationId ${correlationId}:`, error),
  });
  const { accessToken: token } = await addDemoAccount(mock);
  const { url } = await serveMock({ mock, port, hostname });
  console.log(`
  API        ${url}
  Reference  ${url}/docs/
  Console    ${url}/console
  Document   ${url}/openapi.json
  Control    ${url}/__mock/v1/openapi.json
  Token      ${token}

  Try it:
  curl ${url}/cos-domains/v1/domains --header "Authorization: Bearer ${token}"

  Ctrl+C ends it.`);
}

function end(signal: "SIGINT" | "SIGTERM"): void {
  stopTasks(signal);
  process.exit(signal === "SIGINT" ? 130 : 143);
}

process.on("SIGINT", () => end("SIGINT"));
process.on("SIGTERM", () => end("SIGTERM"));

async function main(): Promise<number> {
  const { values } = readWords(usage, { port: { type: "string", default: String(defaultPort) } });
  const port = readPort(values.port);
  onLauncherGone(() => end("SIGTERM"));
  await refuseTakenPort(port);
  await buildAll();
  await serve(port);
  return 0;
}

await runCommand(main);
