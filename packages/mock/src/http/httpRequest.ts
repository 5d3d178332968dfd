/** The remote address of an in-process request, which was not sent over a connection. */
export const inProcess: unique symbol = Symbol("in process");

export interface Origin {
  /** Empty if the connection is already closed; such a request is not treated as an in-process request. */
  readonly remoteAddress: string | typeof inProcess;
  /** Aborted when the server closes. The abort ends pending waits. */
  readonly closing?: AbortSignal;
}

export const ownProcess: Origin = { remoteAddress: inProcess };

export interface HttpRequest extends Pick<Origin, "remoteAddress"> {
  readonly method: string;
  readonly url: URL;
  readonly path: string;
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  /** @throws Rejection when the body exceeds its limit or the budget, or ends early */
  body(): Promise<Uint8Array>;
  release(): void;
  /** Aborted when the client disconnects or the server closes. */
  signal(): AbortSignal;
}
