/** What a request has instead of an address that never was on a wire. */
export const inProcess: unique symbol = Symbol("in process");

/** Where a request came from. */
export interface Origin {
  /** Empty when the wire no longer tells it, which a client can bring about: that is no request in process. */
  readonly remoteAddress: string | typeof inProcess;
  /** Aborted when whatever waits is to come to its end, because the server closes. */
  readonly closing?: AbortSignal;
}

/** The origin of what never was on a wire. */
export const ownProcess: Origin = { remoteAddress: inProcess };

/** A request as HTTP brought it, whether a `Request` or Node carries it. */
export interface HttpRequest extends Pick<Origin, "remoteAddress"> {
  readonly method: string;
  readonly url: URL;
  /** The path of the URL. */
  readonly path: string;
  /** The query of the URL, with its question mark; empty when there is none. */
  readonly search: string;
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** @throws Refusal when the body is over the limit, does not fit beside those of other requests, or ends early */
  body(): Promise<Uint8Array>;
  /** Makes room for the bodies of other requests. */
  release(): void;
  /** Aborted when there is nothing to wait for any more: the client is gone, or the server closes. */
  signal(): AbortSignal;
}
