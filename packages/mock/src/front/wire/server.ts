import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Rejection } from "../../contract/errors/rejection.ts";
import { isLocalHost } from "../../http/host.ts";
import { listenError } from "../../http/listenError.ts";
import { ConnectionLost, halfOf } from "../respond.ts";
import { trackConnections } from "./connections.ts";
import { drainable } from "./drain.ts";
import {
  closeInStages,
  closingResponse,
  hostRejection,
  maxHeadBytes,
  rejectionOf,
  respondToProtocolFailures,
  urlRejection,
} from "./protocol.ts";
import type { Wire } from "./wire.ts";

export interface Fetcher {
  fetch(request: Request): Response | Promise<Response>;
  /** If present, called before the other functions. Handles the request directly and returns `true`, or returns `false`. */
  take?(wire: Wire): boolean;
  /** If present, called instead of `fetch`. Has access to data that a `Request` and a `Response` cannot represent. */
  pass?(request: Request, wire: Wire): Promise<Response>;
  /** If present, called before the server listens on an address that other machines can reach. */
  expose?(): void;
}

export interface ServeOptions {
  /** The mock to serve, from `createMock`. */
  readonly mock: Fetcher;
  /**
   * The port to listen on. 0 selects a free port, which is included in the returned `url`.
   * @example await serveMock({ mock, port: 4010 });
   */
  readonly port: number;
  /**
   * The address to listen on. Use `0.0.0.0` in a container. Must not be empty.
   * @default "127.0.0.1", which is reachable from this machine only
   * @example await serveMock({ mock, port: 4010, hostname: "0.0.0.0" });
   */
  readonly hostname?: string;
  /**
   * The maximum time, in milliseconds, that a client may take to send a request before it receives a 408. 0 disables the timeout.
   * @default 30_000
   * @example await serveMock({ mock, port: 4010, requestTimeoutMs: 5_000 });
   */
  readonly requestTimeoutMs?: number;
  /**
   * The maximum time, in milliseconds, that `close` waits for responses in progress. Use a lower value if tests must end quickly.
   * @default 5_000
   * @example await serveMock({ mock, port: 4010, drainMs: 100 });
   */
  readonly drainMs?: number;
}

export interface RunningServer {
  /** Scheme, host and port, without a trailing slash. */
  readonly url: string;
  /** Stops accepting requests and waits for requests in progress. Closes connections that are still open after `drainMs`. */
  close(): Promise<void>;
}

export async function startServer({
  mock,
  port,
  hostname = "127.0.0.1",
  requestTimeoutMs = 30_000,
  drainMs = 5_000,
}: ServeOptions): Promise<RunningServer> {
  if (!isLocalHost(hostname)) mock.expose?.();
  const closing = new AbortController();
  const { server, connections } = createHttpServer(mock, requestTimeoutMs, closing.signal);
  const drain = drainable(server, connections);
  await listen(server, port, hostname);
  const { port: actual } = server.address() as AddressInfo;
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  const close = (): Promise<void> => {
    closing.abort();
    return drain(drainMs);
  };
  return { url: `http://${host}:${actual}`, close };
}

// Load balancers keep idle connections for about a minute, and the server should not close one before they do.
const keepAliveMs = 65_000;

function createHttpServer(mock: Fetcher, requestTimeoutMs: number, closing: AbortSignal) {
  const timeouts = {
    keepAliveTimeout: keepAliveMs,
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.max(requestTimeoutMs / 10, 50),
  };
  const listener = (respond: (request: Request, wire: HttpBindings) => Response | Promise<Response>) =>
    getRequestListener((request, wire) => respond(request, wire as HttpBindings), {
      // This name is used as the host of HTTP/1.0 requests without a `Host` header.
      hostname: "localhost",
      errorHandler: (error) => closingResponse(rejectionOf(error)),
      // By default, the adapter replaces the global `Request` and `Response`.
      overrideGlobalObjects: false,
    });
  const responseUnusual = listener(async (request, wire) => {
    const rejection = hostRejection(wire.incoming) ?? urlRejection(request);
    if (rejection) return closingResponse(rejection);
    try {
      const response = await (mock.pass ? mock.pass(request, { ...wire, closing }) : mock.fetch(request));
      const half = halfOf(response);
      return half === undefined ? response : cutOff(response, half, wire);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      wire.incoming.socket.resetAndDestroy();
      return RESPONSE_ALREADY_SENT;
    }
  });
  const server = createServer(
    // Node would reject a request without a host, and its response would have no body.
    { ...timeouts, maxHeaderSize: maxHeadBytes, requireHostHeader: false },
    (incoming, outgoing) => {
      if (mock.take && !hostRejection(incoming) && mock.take({ incoming, outgoing, closing })) return;
      void responseUnusual(incoming, outgoing);
    },
  );
  const expectation = new Rejection("EXPECTATION_FAILED", "The only supported expectation is 100-continue.");
  server.on(
    "checkExpectation",
    listener(() => closingResponse(expectation)),
  );
  const connections = trackConnections(server);
  respondToProtocolFailures(server, connections, requestTimeoutMs);
  closeInStages(server);
  return { server, connections };
}

/** Writes to the connection directly, because the adapter would report an error. */
function cutOff({ status, headers }: Response, half: Uint8Array, { outgoing }: HttpBindings): Response {
  outgoing.writeHead(status, Object.fromEntries(headers));
  outgoing.write(half, () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
}

function listen(server: Server, port: number, hostname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(error, port, hostname)));
    server.listen(port, hostname, resolve);
  });
}
