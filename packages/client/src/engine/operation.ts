/** An operation as data: all that the engine needs to run it. Generated code is made of these. */
export interface Operation {
  /** The operationId. */
  readonly id: string;
  readonly method: string;
  /** The path template, for example `/cos-domains/v1/domains/{domainId}`. */
  readonly path: string;
  /** Whether it may be sent again when nobody knows if it took effect. */
  readonly retry: Retry;
  /** Whether it takes an access token; true unless given. */
  readonly authenticated?: boolean;
  /** How the access token is sent: as a bearer token unless given. */
  readonly credential?: Credential;
  /** What makes a request of its parameters, when it has any beside those in the path. */
  readonly prepare?: (operation: Operation, parameters: unknown, isRetried: boolean) => Prepared;
  readonly query?: Query;
  readonly headers?: readonly NamedParameter[];
  readonly body?: RequestBody;
  /**
   * What its answers are when they are not an object or a list as JSON: a text, bytes, or `any` – some other JSON, and nothing
   * where there is no body. A 204 and a 205 have none anyway. By status, such as `200` or `2XX`, where they differ.
   */
  readonly answer?: AnswerKind | Readonly<Record<string, AnswerKind>>;
  /**
   * The names of parameters and fields that hold tokens, passwords and secrets. A field counts at any depth of the body; an empty name
   * stands for the whole body.
   */
  readonly sensitive?: readonly string[];
  /** What finds their values in a call. */
  readonly secrets?: (operation: Operation, path: object, parameters: unknown) => string[];
  readonly idempotencyKey?: IdempotencyKey;
  readonly pagination?: Pagination;
  readonly batch?: Batch;
}

export type AnswerKind = "text" | "blob" | "any";

/**
 * `safe`: repeating it has no further effect; `on-rate-limit`: only after a 429, when nothing was done; `never`: a repeat does
 * harm.
 */
export type Retry = "safe" | "never" | "on-rate-limit";

/** A way to send credentials other than a bearer token, and what does it; other operations do not load it. */
export interface Credential {
  /** Where an API key is sent. */
  readonly in?: "header" | "query" | "cookie";
  /** The name of that header, query parameter or cookie. */
  readonly name?: string;
  readonly send: (credential: Credential, accessToken: string) => SentCredential;
}

/** What a credential adds to a request. */
export interface SentCredential {
  readonly headers?: Readonly<Record<string, string>>;
  /** A query parameter as it stands in the address. */
  readonly search?: string;
}

/** What a request has beside its path and the headers of every request. */
export interface Prepared {
  /** The query as it stands in the address, without the question mark. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined`: the request has no body. */
  readonly body: unknown;
  /** Whether the body has an idempotency key. */
  readonly hasKey: boolean;
}

/** A parameter that a call has by name. */
export interface NamedParameter {
  /** The name on the wire. */
  readonly name: string;
  /** The name in a call, where it is another one. */
  readonly member?: string;
}

/** A query parameter and how a list or an object is written in it, in the words of OpenAPI. */
export interface QueryParameter extends NamedParameter {
  /** As it stands in an address, so that nothing in it ends the parameter. */
  readonly name: string;
  /** `form` unless given. */
  readonly style?: string;
  /** True for `form`, false otherwise, unless given. */
  readonly explode?: boolean;
}

/** The query parameters of an operation, and what writes them; operations without a query do not load it. */
export interface Query {
  readonly parameters: readonly QueryParameter[];
  readonly write: (parameters: readonly QueryParameter[], values: Readonly<Record<string, unknown>>) => string;
}

export interface RequestBody {
  /** `application/json` unless given. */
  readonly mediaType?: string;
  /** What writes it: JSON unless given. */
  readonly write?: (body: unknown) => unknown;
  /**
   * Where a call has the body: `fields`, as unless given – its properties stand among the parameters; `whole` – the one
   * parameter is the body; `member` – it is the parameter `body`.
   */
  readonly placement?: "fields" | "whole" | "member";
  /** The name of that parameter, where it is another one. */
  readonly member?: string;
}

/** The value of a path parameter. */
export type PathValue = string | number | boolean;

/** Where a body has the key by which the service tells a repeat, and what puts one there; other operations do not load it. */
export interface IdempotencyKey {
  /** The names that lead to it, for example `["message", "sendId"]`. */
  readonly path: readonly string[];
  readonly add: (body: unknown, path: readonly string[]) => unknown;
}

/** How to walk through the pages. Pointers begin with a slash, other values name query parameters; see `x-pagination`. */
export type Pagination =
  | { readonly style: "offset"; readonly limit: string; readonly offset: string; readonly items: string; readonly total: string }
  | {
      readonly style: "chunks";
      readonly limit: string;
      readonly cursor: string;
      readonly items: string;
      readonly more: string;
      readonly next: string;
    }
  | {
      readonly style: "input";
      readonly inputs: string;
      readonly id: string;
      readonly cursor: string;
      readonly results: string;
      readonly of: string;
      readonly items: string;
      readonly next: string;
    };

/** A body with a list of inputs that may be sent in parts. */
export interface Batch {
  /** JSON pointer to the list; empty when the body is the list. */
  readonly inputs: string;
  /** How many inputs a request may have; any number where none is known. */
  readonly size?: number;
  /** JSON pointer to the results in the answer, where it has any. */
  readonly results?: string;
  /** How inputs correspond to results and errors, where the document says so. */
  readonly match?: BatchMatch;
}

/** Finds the result or the error of an input; see `x-batch`. */
export interface BatchMatch {
  /** JSON pointers into an input to the ids that identify it. */
  readonly input: readonly string[];
  /** JSON pointers into a result to the same ids, in the same order. */
  readonly result: readonly string[];
  /** JSON pointer into an error to the list of ids it is about. */
  readonly errors?: string;
  /** JSON pointer into inputs and results to what distinguishes inputs with the same ids. Each of them has its own result. */
  readonly variant?: string;
  /** Where a request can identify its inputs by a property of the results. */
  readonly property?: {
    /** JSON pointer into the request to the name of the property. */
    readonly name: string;
    /** JSON pointer into a result to the values of its properties by name. */
    readonly values: string;
  };
}
