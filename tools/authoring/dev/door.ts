import { Agent, type ClientRequest, createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { pipeline } from "node:stream";
import { setTimeout } from "node:timers/promises";

const patienceMs = 500;

/**
 * The one address of `pnpm dev`: hands requests on to the mock that runs, byte by byte, and lets them wait while one takes the
 * place of another. It ends a connection as the mock does, so faults look the same.
 */
export class Door {
  readonly server: Server;
  readonly #before: (path: string) => Promise<void>;
  readonly #agent = new Agent({ keepAlive: true });
  /** Requests that are handed on and have no answer yet. */
  readonly #waiting = new Set<ClientRequest>();
  #target: Promise<string | undefined> = Promise.resolve(undefined);
  #settle: ((url: string | undefined) => void) | undefined;

  /** @param before what a request for a path waits for */
  constructor(before: (path: string) => Promise<void>) {
    this.#before = before;
    // The mock has its own limits, and says what it refuses.
    this.server = createServer({ requireHostHeader: false, requestTimeout: 0 }, (incoming, outgoing) => {
      this.#pass(incoming, outgoing).catch((error: unknown) => {
        // A bug of ours: this request is lost, and the next one is answered.
        console.error(error);
        outgoing.destroy();
      });
    });
    void this.hold();
  }

  /**
   * Lets requests wait from now on. Resolves when those that were handed on before are being answered, or after half a second, for
   * some are slow on purpose: then the mock may end, and none of them is lost.
   */
  async hold(): Promise<void> {
    // Who waits already goes on waiting for the same.
    if (this.#settle === undefined) {
      this.#target = new Promise((resolve) => {
        this.#settle = resolve;
      });
    }
    const last = performance.now() + patienceMs;
    while (this.#waiting.size > 0 && performance.now() < last) await setTimeout(5);
    for (const socket of Object.values(this.#agent.freeSockets).flat()) socket?.destroy();
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
    this.#waiting.add(upstream);
    upstream.on("close", () => this.#waiting.delete(upstream));
    upstream.on("response", (answer) => {
      this.#waiting.delete(upstream);
      outgoing.sendDate = false;
      outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
      pipeline(answer, outgoing, (error) => error && cut());
    });
    upstream.on("error", cut);
    outgoing.on("close", () => upstream.destroy());
    pipeline(incoming, upstream, () => {});
  }
}
