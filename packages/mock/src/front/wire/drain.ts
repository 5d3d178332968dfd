import type { Server } from "node:http";
import type { Connections } from "./connections.ts";

const lookMs = 20;

/** Closes idle connections immediately, and other connections after their response, or after `drainMs` at the latest. */
export function drainable(server: Server, connections: Connections): (drainMs: number) => Promise<void> {
  return (drainMs) =>
    new Promise((resolve) => {
      const late = setTimeout(() => server.closeAllConnections(), drainMs);
      const look = setInterval(cutIdle, lookMs);
      server.close(() => {
        clearTimeout(late);
        clearInterval(look);
        resolve();
      });
      cutIdle();
    });

  function cutIdle(): void {
    for (const [socket, exchange] of connections) {
      if (exchange === undefined || exchange.response.writableFinished) socket.destroy();
    }
  }
}
