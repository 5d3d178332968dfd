/**
 * A process of `pnpm dev`: the mock from its sources. It loads everything and tries itself in memory before it takes the database,
 * so that the process before it answers until this one can.
 */
import { flushCompileCache } from "node:module";
import { addDemoAccount, createMock, type Mock, type RunningServer, serveMock } from "@crm-platform/mock";
import { operationTable } from "@crm-platform/types";
import type { EndRequest, MockAnswer, OpenRequest } from "./messages.ts";

/** Named by a URL: the mock does not export it, and a type of it is not needed. */
const handlersUrl = new URL("../../../packages/mock/src/handlers/table.ts", import.meta.url).href;

/** Nobody waits for what is slow on purpose when the next mock is ready. */
const drainMs = 500;

let mock: Mock | undefined;
let server: RunningServer | undefined;

async function open({ database, demo }: OpenRequest): Promise<void> {
  mock = await createMock({ database, onError: (error, { correlationId }) => console.error(`correlationId ${correlationId}:`, error) });
  const account = demo ? await addDemoAccount(mock) : undefined;
  server = await serveMock({ mock, port: 0, drainMs });
  answer({ kind: "serving", url: server.url, ...(account && { accessToken: account.accessToken }) });
  // Otherwise it is kept when the process ends, too late for the one that takes its place.
  flushCompileCache();
}

async function end(): Promise<void> {
  await server?.close();
  await mock?.close();
  process.exit();
}

function answer(message: MockAnswer): void {
  // Where nobody listens any more this process is about to end; that is no failure of it.
  process.send?.(message, undefined, undefined, () => {});
}

process.on("message", (request: OpenRequest | EndRequest) => {
  // What goes wrong ends the process: it says so by its code, and on stderr.
  void (request.kind === "open" ? open(request) : end()).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.on("disconnect", () => process.exit());

const trial = await createMock();
await trial.close();
const { handlers } = (await import(handlersUrl)) as { handlers: object };
answer({ kind: "loaded", withoutHandler: Object.keys(operationTable).filter((id) => !Object.hasOwn(handlers, id)) });
