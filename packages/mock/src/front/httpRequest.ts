/** A request as HTTP brought it, whether a `Request` or Node carries it. */
export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where it came from; `undefined` when it never was on a wire. */
  readonly remoteAddress: string | undefined;
  /** @throws Refusal when the body is over the limit or ends early */
  body(): Promise<Uint8Array>;
}
