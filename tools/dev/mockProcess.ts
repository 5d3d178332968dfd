/** A cluster worker of `pnpm dev` that serves the mock from its source files. Its arguments are the host name, the port and the database. */
import { once } from "node:events";
import type { Socket } from "node:net";
import type { Mock } from "@crm-platform/mock";

const drainMs = 2_000;
const lingerMs = 5_000;
const [hostname = "", port, database = ""] = process.argv.slice(2);

// The modules are loaded while the first process checks them. If the check fails, this process is killed before it reports the error again.
const loading = import("@crm-platform/mock");
loading.catch(() => {});
const checked = once(process, "message");
process.send?.("started");
await checked;
const { addDemoAccount, createMock, serveMock } = await loading;

// Requests wait until the earlier mock has exited, because only one process at a time can use the database.
const { promise: opened, resolve: open } = Promise.withResolvers<Mock>();
const ended = once(process, "message");
const server = await serveMock({
  mock: {
    fetch: async (request) => (await opened).fetch(request),
    pass: async (request, wire) => {
      const response = await (await opened).pass(request, wire);
      if (wire.incoming.headers["connection"] === "close") return response;
      // A request on an idle connection would be lost if this process ended at the same time.
      response.headers.set("connection", "close");
      // The client closes the connection. If the server does, Node's `fetch` may end the client (nodejs/undici#5360).
      const socket = wire.incoming.socket as Socket;
      socket.destroySoon = () => socket.setTimeout(lingerMs, () => socket.destroy());
      return response;
    },
  },
  hostname,
  port: Number(port),
  drainMs,
});
process.once("SIGTERM", async () => {
  await server.close();
  await (await opened).close();
  process.exit();
});
await ended;
const mock = await createMock({
  database,
  onError: (error, { correlationId }) => console.error(`correlationId ${correlationId}:`, error),
});
const { results } = await mock.accounts.list();
if (results.length === 0) await addDemoAccount(mock);
open(mock);
process.send?.("open");
