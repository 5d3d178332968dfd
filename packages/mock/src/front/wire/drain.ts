import type { Server } from "node:http";
import type { Connections } from "./connections.ts";

// How often to look for connections that have got their answer.
const lookMs = 20;

/**
 * Watches a server, so that it can be ended without taking an answer from anyone: no more connections, those without a
 * request are cut, whether kept alive or silent from the start, and the others as soon as they have their answer.
 * @returns ends the server; what is still open after `drainMs` is cut
 */
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
