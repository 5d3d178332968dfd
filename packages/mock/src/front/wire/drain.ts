import type { Server } from "node:http";
import type { Connections } from "./connections.ts";

const lookMs = 20;

/** The maximum time until the first request on a connection that the server accepted just before it started to close. */
const silentMs = 500;

/** Closes idle connections immediately, and other connections after their response, or after `drainMs` at the latest. */
export function drainable(server: Server, connections: Connections): (drainMs: number) => Promise<void> {
  return (drainMs) =>
    new Promise((resolve) => {
      const startTime = performance.now();
      const late = setTimeout(() => server.closeAllConnections(), drainMs);
      const look = setInterval(() => cutIdle(performance.now() - startTime > silentMs), lookMs);
      server.close(() => {
        clearTimeout(late);
        clearInterval(look);
        resolve();
      });
      cutIdle(false);
    });

  function cutIdle(evenSilent: boolean): void {
    for (const [socket, exchange] of connections) {
      if (exchange?.response.writableFinished ?? evenSilent) socket.destroy();
    }
  }
}
