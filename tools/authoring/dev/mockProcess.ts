/**
 * A process of `pnpm dev`: the mock from its sources. It first loads all code and creates a mock in memory, so that the previous mock
 * answers until this one can. A message then tells it to take over the database.
 */
import { flushCompileCache } from "node:module";
import { addDemoAccount, createMock, serveMock } from "@crm-platform/mock";
import { operationTable } from "@crm-platform/types";

/** The message that tells it to start. */
export interface Start {
  /** As `--database` takes it. */
  readonly database: string;
  /** Whether to add the demo account, because the database is new. */
  readonly isNew: boolean;
}

/** The first reply, when the code is loaded. */
export interface Loaded {
  readonly withoutHandler: readonly string[];
}

/** The second reply, when the mock answers requests. */
export interface Serving {
  readonly url: string;
  /** Of the demo account, if it was added. */
  readonly accessToken?: string;
}

/** How long requests in flight may take when the next mock is ready. */
const drainMs = 500;

process.on("disconnect", () => process.exit());
process.on("message", async ({ database, isNew }: Start) => {
  const mock = await createMock({
    database,
    onError: (error, { correlationId }) => console.error(`correlationId ${correlationId}:`, error),
  });
  const account = isNew ? await addDemoAccount(mock) : undefined;
  const server = await serveMock({ mock, port: 0, drainMs });
  process.on("SIGTERM", async () => {
    await server.close();
    await mock.close();
    process.exit();
  });
  process.send?.({ url: server.url, ...(account && { accessToken: account.accessToken }) } satisfies Serving);
  // Otherwise the cache is written when the process ends, which is too late for the next mock.
  flushCompileCache();
});

await (await createMock()).close();
// The package does not export its handlers.
const handlersUrl = new URL("../../../packages/mock/src/handlers/table.ts", import.meta.url).href;
const { handlers } = (await import(handlersUrl)) as { handlers: object };
process.send?.({ withoutHandler: Object.keys(operationTable).filter((id) => !Object.hasOwn(handlers, id)) } satisfies Loaded);
