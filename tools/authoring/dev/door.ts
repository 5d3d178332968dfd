import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";

/**
 * The address of `pnpm dev`: passes each request on to the current mock, and lets requests wait while a new mock replaces it. Ends a
 * connection as the mock does, so that faults look the same.
 */
export class Door {
  readonly server: Server;
  #target: Promise<string | undefined> = Promise.resolve(undefined);
  #settle: ((url: string | undefined) => void) | undefined;

  constructor() {
    this.hold();
    // The mock has its own limits and its own errors.
    this.server = createServer({ requireHostHeader: false, requestTimeout: 0 }, (incoming, outgoing) => {
      void this.#pass(incoming, outgoing);
    });
  }

  /** Lets new requests wait until `open` is called. */
  hold(): void {
    if (this.#settle !== undefined) return;
    this.#target = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** @param url the mock that gets the requests; without one they get a 503 */
  open(url: string | undefined): void {
    this.hold();
    this.#settle?.(url);
    this.#settle = undefined;
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const target = await this.#target;
    if (target === undefined) {
      outgoing.writeHead(503, { "content-type": "text/plain; charset=utf-8" });
      outgoing.end("The mock does not run. The terminal of `pnpm dev` says why.\n");
      return;
    }
    const cut = (): void => {
      if (!outgoing.writableFinished) outgoing.socket?.resetAndDestroy();
    };
    const { hostname, port } = new URL(target);
    const options = { hostname, port, method: incoming.method, path: incoming.url, headers: incoming.rawHeaders, setHost: false };
    // Each request has its own connection to the mock, so none is sent on one that the mock is just closing.
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

/** The connection to the client stays open, though that to the mock closes. */
function withoutConnection(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, index) => !/^(connection|keep-alive)$/i.test(rawHeaders[index - (index % 2)] ?? ""));
}
