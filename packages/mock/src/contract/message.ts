/** A request as the contract sees it: routed and parsed, with no HTTP left in it but names. */
export interface ContractRequest {
  /** Path parameters by name, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters by name, decoded; a list when a name came more than once. */
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Header fields by their name in small letters. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed body; `undefined` when there is none. */
  readonly body: unknown;
}

/** An answer before it becomes an HTTP response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` when the answer has no body. */
  readonly body: unknown;
  /** How delivery fails: the connection is dropped before the answer is sent, or partway through. */
  readonly broken?: "lost" | "truncated";
}

/** One thing that breaks the contract. */
export interface Problem {
  /** The field or parameter, for example `inputs[3].id`. */
  readonly in: string;
  /** The rule that is broken: a keyword of JSON Schema, or a word of ours where no keyword says it. */
  readonly code: string;
  /** What would be right. It never quotes a value that was received. */
  readonly message: string;
  /** The offending value, shortened; absent where it may be a secret or says nothing. */
  readonly received?: string;
  /** Facts about the problem by name, for example missing scopes or ids that do not exist. */
  readonly context?: Readonly<Record<string, readonly string[]>>;
  /** Whether the document says, by its evidence, that the real service accepts or sends this; see `evidence.ts`. */
  readonly accepted?: true;
}

/** More problems than this are not listed; one mistake in a long batch can make thousands. */
export const maxProblems = 1000;

/** How the platform names JSON in `Content-Type`. */
export const jsonType = "application/json;charset=utf-8";
