import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export type Connections = ReadonlyMap<Socket, Exchange | undefined>;

export function trackConnections(server: Server): Connections {
  const connections = new Map<Socket, Exchange | undefined>();
  server.on("connection", (socket) => {
    connections.set(socket, undefined);
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", (request, response) => {
    if (connections.has(request.socket)) connections.set(request.socket, { request, response });
  });
  return connections;
}
