/** The result of a call, which starts at once. A response with a list and no pages is returned as an array. */
export type Call<Result extends { readonly data: unknown }> = Promise<DataOf<Result["data"]>>;

type DataOf<Data> = Data extends { readonly results: infer Items } ? ([keyof Data] extends ["results"] ? Items : Data) : Data;

export interface CallOptions {
  /** Ends the request. In process, a call that waits then resolves to the current result; over HTTP, it rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** An operation of the control API, described as data. Generated code defines it. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  /** How a call passes its parameters other than those in the path. */
  readonly input?: "body" | "query";
  /** Whether the only field of the response is the list `results`. */
  readonly isList?: boolean;
}
