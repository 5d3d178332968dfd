/** A success: its status, and the body as the document types it for that status. */
export interface Result {
  readonly status: number;
  readonly data: unknown;
}

/** A call: a promise of the body that can give the status and the HTTP response as well. Nothing is sent before it is asked. */
export interface Call<Success extends Result> extends Promise<Success["data"]> {
  /** The body with its status, which tells apart the answers of an operation that has several, and the response. */
  withResponse(): Promise<Success & { readonly response: Response }>;
}

/** Makes a call that starts when somebody wants to know what it comes to, and only once. */
export function lazyCall<Success extends Result>(start: () => Promise<Success & { readonly response: Response }>): Call<Success> {
  let started: ReturnType<typeof start> | undefined;
  const withResponse = (): ReturnType<typeof start> => (started ??= start());
  const body = async (): Promise<Success["data"]> => (await withResponse()).data;
  return {
    withResponse,
    // biome-ignore lint/suspicious/noThenProperty: to be a promise is what it is for.
    then: (...listeners) => body().then(...listeners),
    catch: (listener) => body().catch(listener),
    finally: (listener) => body().finally(listener),
    [Symbol.toStringTag]: "Call",
  };
}
