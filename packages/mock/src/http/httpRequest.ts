/** The remote address of a request that was not sent over a connection. */
export const inProcess: unique symbol = Symbol("in process");

export interface Origin {
  /** Empty when the connection is already closed, which clients can cause. That does not make it a request in process. */
  readonly remoteAddress: string | typeof inProcess;
  /** Aborted when the server closes. Pending waits should then end. */
  readonly closing?: AbortSignal;
}

export const ownProcess: Origin = { remoteAddress: inProcess };

export interface HttpRequest extends Pick<Origin, "remoteAddress"> {
  readonly method: string;
  readonly url: URL;
  readonly path: string;
  /** The query with its question mark, or an empty string. */
  readonly search: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** @throws Rejection when the body exceeds its limit or the budget, or ends early */
  body(): Promise<Uint8Array>;
  /** Returns the body's bytes to the budget. */
  release(): void;
  /** Aborted when the client disconnects or the server closes. */
  signal(): AbortSignal;
}
