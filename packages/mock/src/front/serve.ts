import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";

/** Whatever answers requests, for example a mock. */
export interface Fetcher {
  fetch(request: Request): Response | Promise<Response>;
}

export interface ServeOptions {
  readonly mock: Fetcher;
  /** 0 takes any free port. */
  readonly port: number;
  /** Default: 127.0.0.1, reachable from this machine only. */
  readonly hostname?: string;
}

export interface RunningServer {
  /** Scheme, host and port, without a slash at the end. */
  readonly url: string;
  /** Ends at once: connections that are open, idle or not, are cut. */
  close(): Promise<void>;
}

/**
 * Serves a mock over HTTP.
 * @throws Error when the port is taken or may not be used; the message says what to do
 */
export async function serveMock({ mock, port, hostname = "127.0.0.1" }: ServeOptions): Promise<RunningServer> {
  const server = createAdaptorServer({
    fetch: (request) => mock.fetch(request),
    // Else it would replace `Request` and `Response` for the whole process.
    overrideGlobalObjects: false,
  }) as Server;
  await listen(server, port, hostname);
  const { port: actual } = server.address() as AddressInfo;
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  return { url: `http://${host}:${actual}`, close: () => close(server) };
}

function listen(server: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explained(error, port, hostname)));
    server.listen(port, hostname, resolve);
  });
}

function explained(error: NodeJS.ErrnoException, port: number, hostname: string): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${hostname} is taken. Stop what uses it, or choose another port.`,
    EACCES: `Port ${port} on ${hostname} may not be used by this user. Choose one above 1023.`,
    EADDRNOTAVAIL: `The address ${hostname} is not one of this machine.`,
    ENOTFOUND: `The host name ${hostname} is unknown.`,
  };
  return new Error(reasons[error.code ?? ""] ?? error.message, { cause: error });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
