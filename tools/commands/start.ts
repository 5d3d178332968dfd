/**
 * pnpm start [--port N]: builds what is not built yet, then serves the mock, with the account of the examples in it, the
 * reference at /docs and the console at /console, until it is told to stop. Nothing is kept.
 */
import { createServer } from "node:net";
import { parseArgs } from "node:util";
import { onLauncherGone } from "./launcher.ts";
import { runTasks, stopTasks } from "./turbo.ts";

const hostname = "127.0.0.1";
const defaultPort = 4010;

/** Something the person at the keyboard can mend; it is told in a sentence. */
class StartError extends Error {}

function readPort(): number {
  const { port } = parseOptions();
  if (port === undefined) return defaultPort;
  if (/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535) return Number(port);
  throw new StartError(`--port takes a number from 1 to 65535, not "${port}".`);
}

function parseOptions(): { port?: string } {
  try {
    return parseArgs({ options: { port: { type: "string" } } }).values;
  } catch (error) {
    throw new StartError(`${(error as Error).message}\nUsage: npx pnpm start [--port N]`);
  }
}

/** Asked before the build, so that nobody waits for it in vain. */
async function refuseTakenPort(port: number): Promise<void> {
  const code = await tryPort(port);
  if (code === undefined) return;
  const reason = code === "EADDRINUSE" ? `Port ${port} is taken.` : `Port ${port} cannot be opened (${code}).`;
  throw new StartError(
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
  if (code !== 0) throw new StartError("The build failed; see above.");
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

try {
  const port = readPort();
  onLauncherGone(() => end("SIGTERM"));
  await refuseTakenPort(port);
  await buildAll();
  await serve(port);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
