/** A request after routing and parsing. */
export interface ContractRequest {
  readonly path: Readonly<Record<string, string>>;
  /** Decoded query parameters by name. The value of a repeated name is a list. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** The headers, keyed by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The number of characters in the body as it was sent. */
  readonly bodyLength?: number;
}

export interface ContractResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The body as it is sent. Absent if it has not been serialized yet. */
  readonly text?: string | undefined;
  /** The error that a page or a redirect states, which `body` does not contain. */
  readonly error?: StatedError | undefined;
  /** Whether the connection is dropped before (`lost`) or during (`truncated`) the response. */
  readonly drop?: "lost" | "truncated";
}

export interface StatedError {
  readonly category: string;
  readonly message: string;
}

export interface Problem {
  /** The path of the field or parameter, for example `inputs[3].id`. */
  readonly in: string;
  /** A JSON Schema keyword or, if no keyword applies, a code that the mock defines. */
  readonly code: string;
  /** States what is expected. Never quotes a received value, but contains the names of unknown fields. */
  readonly message: string;
  /** The invalid value, shortened. Absent if it may be a secret or is not informative. */
  readonly received?: string;
  /** Facts about the problem, by name, for example missing scopes or nonexistent ids. */
  readonly context?: Readonly<Record<string, readonly string[]>>;
  /** Set if the real service is known to accept or send such a value (see `evidence.ts`), or ignores the unknown field. */
  readonly accepted?: true;
}

/** The number of problems is limited, because a single mistake in a long batch can cause thousands. */
export const maxProblems = 1000;

export const jsonType = "application/json;charset=utf-8";
