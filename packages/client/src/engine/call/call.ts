/** A success response: its status, and the body with the type declared for that status. */
export interface Result {
  readonly status: number;
  readonly data: unknown;
}

/** A promise of the response body. It is lazy: nothing is sent until it is awaited. */
export interface Call<Success extends Result> extends Promise<Success["data"]> {
  /**
   * Returns the body as `data`, its `status` and the HTTP `response`. If an operation has several success statuses, `status`
   * narrows the type of `data`.
   *
   * @example
   * const { data, response } = await client.domainsV1.list().withResponse();
   */
  withResponse(): Promise<Success & { readonly response: Response }>;
}

/** Creates a call that starts when its result is first requested. It starts only once. */
export function lazyCall<Success extends Result>(start: () => Promise<Success & { readonly response: Response }>): Call<Success> {
  let started: ReturnType<typeof start> | undefined;
  const withResponse = (): ReturnType<typeof start> => (started ??= start());
  const then: Call<Success>["then"] = (...listeners) =>
    withResponse()
      .then(({ data }) => data)
      .then(...listeners);
  // The inherited `catch` and `finally` call `then`.
  return Object.assign(Object.create(Promise.prototype), { withResponse, then });
}
