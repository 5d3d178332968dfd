/** Declares the parts of Node's types that the mock uses, because a user's project may not include those types. */
export interface Wire {
  readonly incoming: AsyncIterable<Uint8Array> & {
    readonly method?: string | undefined;
    readonly url?: string | undefined;
    readonly rawHeaders: readonly string[];
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
    readonly socket: { readonly remoteAddress?: string | undefined; resetAndDestroy(): unknown };
    on(event: "data" | "end" | "close" | "error", listener: (value?: unknown) => void): unknown;
  };
  readonly outgoing: {
    sendDate: boolean;
    writeHead(status: number, reason: string, headers: string[]): { end(bytes: Uint8Array): unknown };
    writeHead(
      status: number,
      headers: Record<string, string | number>,
    ): { end(): unknown; end(text: string, encoding: "latin1" | "utf8"): unknown; write(text: string, then: () => void): unknown };
    readonly destroyed: boolean;
    destroy(): void;
    on(event: "close", listener: () => void): unknown;
  };
  /** Aborted when the server starts to close. The abort ends pending waits. */
  readonly closing: AbortSignal;
}
