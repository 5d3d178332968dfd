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

export function groupByName(pairs: Iterable<readonly [string, string]>): Record<string, string | string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  // Unlike an assignment, `fromEntries` is safe for the name `__proto__`.
  return Object.fromEntries([...groups].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]));
}

/** Whether `Sec-Fetch-Site` or `Origin` shows that the request comes from a page of the mock. Programs other than browsers send neither. */
export function isOwnPage(headers: Readonly<Record<string, string>>, url: URL): boolean {
  return headers["sec-fetch-site"] === "same-origin" || headers["origin"] === url.origin;
}
