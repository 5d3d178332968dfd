import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Refusal } from "../../contract/errors/refusal.ts";
import { ConnectionLost, halfOf } from "../respond.ts";
import { trackConnections } from "./connections.ts";
import { drainable } from "./drain.ts";
import { answerProtocolFailures, closeInStages, closingResponse, hostRefusal, refusalOf, urlRefusal } from "./protocol.ts";
import type { Wire } from "./wire.ts";

/** Whatever answers requests, for example a mock. */
export interface Fetcher {
  fetch(request: Request): Response | Promise<Response>;
  /** Asked first where there is one: takes the exchange as Node has it, or does not and tells so. */
  take?(wire: Wire): boolean;
  /** Asked instead of `fetch` where there is one, for what a `Request` and a `Response` cannot carry. */
  pass?(request: Request, wire: Wire): Promise<Response>;
}

export interface ServeOptions {
  readonly mock: Fetcher;
  /** 0 takes any free port. */
  readonly port: number;
  /** Default: 127.0.0.1, reachable from this machine only. Not empty: that would be every address of the machine. */
  readonly hostname?: string;
  /** How long a client may take to send a request, headers and body, before it gets a 408; 0: for ever. Default: 30,000. */
  readonly requestTimeoutMs?: number;
  /** How long `close` waits for answers that are on their way. Default: 5,000. */
  readonly drainMs?: number;
}

export interface RunningServer {
  /** Scheme, host and port, without a slash at the end. */
  readonly url: string;
  /** Takes no more requests, finishes those that are in flight, and cuts what is still open after `drainMs`. */
  close(): Promise<void>;
}

/** Does what `serveMock` says. */
export async function startServer({
  mock,
  port,
  hostname = "127.0.0.1",
  requestTimeoutMs = 30_000,
  drainMs = 5_000,
}: ServeOptions): Promise<RunningServer> {
  // Node would listen on every address, which a caller with an unset variable does not want.
  if (hostname === "") throw new TypeError("serveMock: hostname must not be empty. Leave it out, or give an address such as 127.0.0.1.");
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

// Node closes idle connections after five seconds, and a busy client may be about to send its next request on one. Load balancers
// keep theirs for a minute, and the server should not be the first to close.
const keepAliveMs = 65_000;

function createHttpServer(mock: Fetcher, requestTimeoutMs: number, closing: AbortSignal) {
  const timeouts = {
    keepAliveTimeout: keepAliveMs,
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.max(requestTimeoutMs / 10, 50),
  };
  const listener = (answer: (request: Request, wire: HttpBindings) => Response | Promise<Response>) =>
    getRequestListener((request, wire) => answer(request, wire as HttpBindings), {
      // For HTTP/1.0, which may come without a host.
      hostname: "localhost",
      errorHandler: (error) => closingResponse(refusalOf(error)),
      // Else it would replace `Request` and `Response` for the whole process.
      overrideGlobalObjects: false,
    });
  const answerUnusual = listener(async (request, wire) => {
    const refusal = hostRefusal(wire.incoming) ?? urlRefusal(request);
    if (refusal) return closingResponse(refusal);
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
    // Node would refuse a request without a host with an empty body.
    { ...timeouts, requireHostHeader: false },
    (incoming, outgoing) => {
      if (mock.take && !hostRefusal(incoming) && mock.take({ incoming, outgoing, closing })) return;
      void answerUnusual(incoming, outgoing);
    },
  );
  const expectation = new Refusal("EXPECTATION_FAILED", "Of the expectations in Expect only 100-continue can be met.");
  server.on(
    "checkExpectation",
    listener(() => closingResponse(expectation)),
  );
  const connections = trackConnections(server);
  answerProtocolFailures(server, connections, requestTimeoutMs);
  closeInStages(server);
  return { server, connections };
}

/** Sends half of an answer and cuts the connection; the adaptor would report it as a failure of its own. */
function cutOff({ status, headers }: Response, half: Uint8Array, { outgoing }: HttpBindings): Response {
  outgoing.writeHead(status, Object.fromEntries(headers));
  outgoing.write(half, () => outgoing.destroy());
  return RESPONSE_ALREADY_SENT;
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
