/** A success: its status, and the body as the document types it for that status. */
export interface Result {
  readonly status: number;
  readonly data: unknown;
}

/** What is the same for every call of one operation: options beside its parameters. */
export interface CallOptions {
  /** Ends the call; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Headers of this request. They replace those of the connection with the same name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call under way: a promise of the body, that can give the status and the HTTP response as well. */
export interface Call<Success extends Result> extends Promise<Success["data"]> {
  /** The body with its status, which tells apart the answers of an operation that has several, and the response. */
  withResponse(): Promise<Success & { readonly response: Response }>;
}

/** Makes a call of what a request comes to. */
export function asCall<Success extends Result>(pending: Promise<Success & { readonly response: Response }>): Call<Success> {
  const body: Promise<Success["data"]> = pending.then(({ data }) => data);
  return Object.assign(body, {
    withResponse() {
      // The failure is told by the promise that was asked for; the other one is not to count as unhandled.
      body.catch(() => undefined);
      return pending;
    },
  });
}
