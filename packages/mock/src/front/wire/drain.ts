import type { Server } from "node:http";
import type { Socket } from "node:net";

// How often to look for connections that have got their answer.
const lookMs = 20;

/**
 * Watches a server, so that it can be ended without taking an answer from anyone: no more connections, those without a
 * request are cut, whether kept alive or silent from the start, and the others as soon as they have their answer.
 * @returns ends the server; what is still open after `drainMs` is cut
 */
export function drainable(server: Server): (drainMs: number) => Promise<void> {
  /** How many requests of each open connection have no answer yet. */
  const unanswered = new Map<Socket, number>();
  const count = (socket: Socket, change: number) => {
    const requests = unanswered.get(socket);
    if (requests !== undefined) unanswered.set(socket, requests + change);
  };
  server.on("connection", (socket) => {
    unanswered.set(socket, 0);
    socket.once("close", () => unanswered.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    count(socket, 1);
    response.once("close", () => count(socket, -1));
  });

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
    for (const [socket, requests] of unanswered) if (requests === 0) socket.destroy();
  }
}
