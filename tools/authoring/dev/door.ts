import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { setTimeout } from "node:timers/promises";

/** Forwards requests to the current mock. Closes connections in the same way as the mock, so that clients observe the same faults. */
export class Door {
  readonly server: Server;
  #target: Promise<string | undefined> = Promise.resolve(undefined);
  #settle: ((url: string | undefined) => void) | undefined;
  #inFlight = 0;

  constructor() {
    void this.hold();
    // The mock enforces limits and returns errors itself.
    this.server = createServer({ requireHostHeader: false, requestTimeout: 0 }, (incoming, outgoing) => {
      void this.#pass(incoming, outgoing);
    });
  }

  get isOpen(): boolean {
    return this.#settle === undefined;
  }

  /** Holds new requests until `open` is called. Resolves when all earlier requests have ended, or after half a second. */
  async hold(): Promise<void> {
    if (this.isOpen) {
      this.#target = new Promise((resolve) => {
        this.#settle = resolve;
      });
    }
    for (let waits = 0; this.#inFlight > 0 && waits < 50; waits += 1) await setTimeout(10);
  }

  /** @param url the mock to forward requests to; if `undefined`, requests receive a 503 */
  open(url: string | undefined): void {
    void this.hold();
    this.#settle?.(url);
    this.#settle = undefined;
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const target = await this.#target;
    if (outgoing.closed) return;
    if (target === undefined) {
      outgoing.writeHead(503, { "content-type": "text/plain; charset=utf-8" });
      outgoing.end("The mock is not running. See the output of `pnpm dev` for the reason.\n");
      return;
    }
    this.#inFlight += 1;
    outgoing.once("close", () => (this.#inFlight -= 1));
    const cut = (): void => {
      if (!outgoing.writableFinished) outgoing.socket?.resetAndDestroy();
    };
    const { hostname, port } = new URL(target);
    const options = { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.rawHeaders, setHost: false };
    // Each request uses a new connection, so that no request is sent on a connection that the mock is closing.
    const upstream = request({ ...options, agent: false });
    upstream.on("error", cut);
    upstream.on("response", (response) => {
      outgoing.sendDate = false;
      const headers = withoutConnection(response.rawHeaders);
      outgoing.writeHead(response.statusCode ?? 502, response.statusMessage, headers);
      pipeline(response, outgoing, (error) => error && cut());
    });
    outgoing.on("close", () => upstream.destroy());
    pipeline(incoming, upstream, () => {});
  }
}

/** Removes `connection` headers, because the connection to the client stays open when the mock closes the connection to this server. */
function withoutConnection(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => !/^(connection|keep-alive)$/i.test(rawHeaders[index - (index % 2)] ?? ""));
}
