import type { ContractResponse } from "../../contract/message.ts";
import type { Operation } from "../../contract/openapi/operations.ts";
import type { HttpRequest } from "../../http/httpRequest.ts";
import type { BodyBudget, BodyRules, BodyShare } from "../body/bodyBudget.ts";
import { endedEarly } from "../body/readBody.ts";
import { contentOf } from "../respond.ts";
import type { Route } from "../route.ts";
import type { Wire } from "./wire.ts";

export interface DirectLaneOptions {
  readonly route: Route;
  readonly bodyOf: (operation: Operation) => BodyRules;
  readonly handle: (operation: Operation, http: HttpRequest) => Promise<ContractResponse>;
  readonly failureResponse: (error: unknown, operation: Operation) => ContractResponse;
  readonly headers: Readonly<Record<string, string>>;
}

// Matches paths that a URL parser would not change: no percent-encoding, empty segments or dot segments.
const plainTarget = /^(\/(?!\.{1,2}(\/|\?|$))[\w.~!$&'()*+,;=:@-]+)+(\?[\w.~!$&'()*+,;=:@/?%-]*)?$/;

/**
 * The second lane: handles requests without creating a `Request` and a `Response`, which would double the CPU time of a request. Does not
 * handle unusual paths or bodies of unknown length. See docs/decisions/09-two-lanes-for-http.md.
 */
export function directLane({ route, bodyOf, handle, failureResponse, headers }: DirectLaneOptions): (wire: Wire) => boolean {
  const ready: [wire: Wire, operation: Operation, response: ContractResponse][] = [];
  return (wire) => {
    const { method = "", url: target = "", headers: fields } = wire.incoming;
    if (!plainTarget.test(target) || fields["transfer-encoding"] !== undefined || fields["expect"] !== undefined) return false;
    const length = Number(fields["content-length"] ?? 0);
    const queryAt = target.indexOf("?");
    const path = queryAt < 0 ? target : target.slice(0, queryAt);
    const operation = route(method, path);
    const { host = "localhost" } = fields as { readonly host?: string };
    if (!operation || !isHost(host)) return false;
    const { limit, budget } = bodyOf(operation);
    if (!(length <= limit)) return false;
    handle(operation, new DirectRequest(wire, host, path, length, budget)).then(
      (response) => writeSoon(wire, operation, response),
      () => wire.outgoing.destroy(),
    );
    return true;
  };

  /** Writes all responses of one event loop iteration together, which reduces CPU time by a third under load. */
  function writeSoon(wire: Wire, operation: Operation, response: ContractResponse): void {
    if (ready.push([wire, operation, response]) === 1) setImmediate(writeReady);
  }

  function writeReady(): void {
    for (const [wire, operation, response] of ready.splice(0)) writeSafely(wire, operation, response);
  }

  /** Catches errors, because Node throws on some headers, and an uncaught error would end the process. */
  function writeSafely(wire: Wire, operation: Operation, response: ContractResponse): void {
    try {
      write(wire, response, headers);
    } catch (error) {
      try {
        write(wire, failureResponse(error, operation), headers);
      } catch {
        // The head has been written already, or `onError` threw.
        wire.outgoing.destroy();
      }
    }
  }
}

// Excludes characters that end the host in a URL. Matching hosts, such as 1.2.3.4.5, may still be invalid.
const plainHost = /^[\w.:[\]-]+$/;

function isHost(host: string): boolean {
  return plainHost.test(host) && URL.canParse(`http://${host}`);
}

/** This is a class, because creating an object with closures for each request is slower. */
class DirectRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly remoteAddress: string;
  readonly #wire: Wire;
  readonly #host: string;
  readonly #length: number;
  readonly #budget: BodyBudget;
  #share: BodyShare | undefined;

  constructor(wire: Wire, host: string, path: string, length: number, budget: BodyBudget) {
    const { incoming } = wire;
    this.method = incoming.method ?? "";
    this.path = path;
    this.search = incoming.url?.slice(path.length) ?? "";
    this.#host = host;
    // Node joins repeated headers, except for a few that no operation uses.
    this.headers = incoming.headers as Readonly<Record<string, string>>;
    this.remoteAddress = incoming.socket.remoteAddress ?? "";
    this.#wire = wire;
    this.#length = length;
    this.#budget = budget;
  }

  /** The URL is parsed on first use, because parsing takes longer than routing. */
  get url(): URL {
    return new URL(`http://${this.#host}${this.path}${this.search}`);
  }

  body(): Promise<Uint8Array> {
    return this.#length === 0 ? nothing : this.#bytes();
  }

  release(): void {
    this.#share?.close();
  }

  #bytes(): Promise<Uint8Array> {
    const { incoming } = this.#wire;
    return new Promise((resolve, reject) => {
      let isSettled = false;
      const fail = (error: unknown) => {
        isSettled = true;
        reject(error);
      };
      const share = this.#budget.open(this, fail);
      this.#share = share;
      incoming.on("data", (chunk) => {
        if (isSettled) return;
        try {
          share.add(chunk as Uint8Array);
        } catch (error) {
          fail(error);
        }
      });
      incoming.on("end", () => {
        if (isSettled) return;
        isSettled = true;
        resolve(share.complete());
      });
      incoming.on("close", () => {
        // Every request emits `close`, and creating an error that is not used would take 10% of a request's time.
        if (!isSettled) reject(endedEarly());
      });
      incoming.on("error", () => reject(endedEarly()));
    });
  }

  signal(): AbortSignal {
    const { outgoing, closing } = this.#wire;
    const disconnection = new AbortController();
    if (outgoing.destroyed) disconnection.abort();
    else outgoing.on("close", () => disconnection.abort());
    return AbortSignal.any([disconnection.signal, closing]);
  }
}

const nothing = Promise.resolve(new Uint8Array());

function write({ incoming, outgoing }: Wire, response: ContractResponse, headers: Readonly<Record<string, string>>): void {
  if (response.drop === "lost") {
    incoming.socket.resetAndDestroy();
    return;
  }
  const { headers: fields, text } = contentOf(response, headers);
  if (text === undefined) {
    outgoing.writeHead(response.status, fields).end();
    return;
  }
  const length = Buffer.byteLength(text);
  fields["content-length"] = String(length);
  if (response.drop === undefined) {
    // If the lengths in bytes and in characters are equal, the text is ASCII, and writing it as Latin-1 is faster.
    outgoing.writeHead(response.status, fields).end(text, length === text.length ? "latin1" : "utf8");
    return;
  }
  outgoing.writeHead(response.status, fields).write(text.slice(0, Math.floor(text.length / 2)), () => outgoing.destroy());
}
