import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";

/**
 * The one address of `pnpm dev`: hands requests on to the mock that runs, byte by byte, and lets them wait while one takes the
 * place of another. It ends a connection as the mock does, so faults look the same.
 */
export class Door {
  readonly server: Server;
  readonly #before: (path: string) => Promise<void>;
  #agent = new Agent({ keepAlive: true });
  #target: Promise<string | undefined> = Promise.resolve(undefined);
  #settle: ((url: string | undefined) => void) | undefined;

  /** @param before what a request for a path waits for */
  constructor(before: (path: string) => Promise<void>) {
    this.#before = before;
    // The mock has limits of its own, and says why.
    this.server = createServer(
      { requireHostHeader: false, requestTimeout: 0 },
      (incoming, outgoing) => void this.#pass(incoming, outgoing),
    );
    this.hold();
  }

  /** Lets requests wait from now on. */
  hold(): void {
    if (this.#settle !== undefined) return;
    this.#target = new Promise((resolve) => {
      this.#settle = resolve;
    });
    // Connections that nobody uses would keep the old mock from ending.
    this.#agent.destroy();
    this.#agent = new Agent({ keepAlive: true });
  }

  /** Hands requests on to this address, or answers 503 when there is none. */
  open(url: string | undefined): void {
    if (this.#settle === undefined) this.#target = Promise.resolve(url);
    this.#settle?.(url);
    this.#settle = undefined;
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    await this.#before(incoming.url ?? "/");
    const target = await this.#target;
    if (target === undefined) {
      outgoing.writeHead(503, { "content-type": "text/plain; charset=utf-8" });
      outgoing.end("The mock does not run. Its terminal says why.\n");
      return;
    }
    const { hostname, port } = new URL(target);
    const cut = (): void => {
      if (outgoing.writableFinished) return;
      outgoing.socket?.resetAndDestroy();
    };
    const headers = incoming.rawHeaders;
    const upstream = request({ hostname, port, method: incoming.method, path: incoming.url, headers, agent: this.#agent, setHost: false });
    upstream.on("response", (answer) => {
      outgoing.sendDate = false;
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
      pipeline(answer, outgoing, (error) => error && cut());
    });
    upstream.on("error", cut);
    outgoing.on("close", () => upstream.destroy());
    pipeline(incoming, upstream, () => {});
  }
}
