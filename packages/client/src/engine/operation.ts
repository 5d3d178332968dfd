import type { ErrorBody, OAuthErrorBody } from "@crm-platform/types";
import type { ReadBody } from "./call/body.ts";
import type { ApiError } from "./errors.ts";

/** An operation, described as data. Generated code defines it for the engine. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** The path template, for example `/cms/domains/2026-03/{domainId}`. */
  readonly path: string;
  readonly retry: Retry;
  /** Whether the operation uses an access token. Default: true. */
  readonly authenticated?: boolean;
  /** Builds the request from the parameters. Absent if the operation has only path parameters. */
  readonly prepare?: (operation: Operation, parameters: unknown, isRetried: boolean) => Prepared;
  readonly query?: Query;
  readonly headers?: readonly NamedParameter[];
  readonly body?: RequestBody;
  /** Reads the body of a success response. Absent if the body is a JSON object or array, or empty with the status 204 or 205. */
  readonly read?: ReadBody;
  /** Recognizes errors of classes other than `ApiError`. */
  readonly knownError?: (fields: ErrorFields, status: number) => KnownError;
  /** The names of parameters, and of fields at any depth, that contain secrets. An empty name means the whole body. */
  readonly sensitive?: readonly string[];
  /** Returns the values of the `sensitive` names in a call's arguments. */
  readonly secrets?: (operation: Operation, ids: readonly PathValue[], parameters: unknown) => string[];
  readonly idempotencyKey?: IdempotencyKey;
  readonly pagination?: Pagination;
  readonly batch?: Batch;
}

/**
 * `safe`: a retry has no further effect. `on-rate-limit`: retry only after a 423, 429 or 477, which guarantee that nothing was changed.
 * `never`: a retry is harmful.
 */
export type Retry = "safe" | "never" | "on-rate-limit";

/** The parts of a request that depend on parameters outside the path. */
export interface Prepared {
  /** The encoded query, including the question mark, or an empty string. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` for a request without a body. */
  readonly body: string | undefined;
  readonly hasKey: boolean;
}

/** The fields of an error body. Their types are unknown, because the body may come from a proxy. */
export type ErrorFields = Readonly<Partial<Record<keyof (ErrorBody & OAuthErrorBody), unknown>>>;

export interface KnownError {
  readonly type?: typeof ApiError;
  /** Replaces fields of the body. */
  readonly fields?: ErrorFields;
}

export interface NamedParameter {
  readonly name: string;
}

/** A query parameter and its serialization in the style `form`, as in OpenAPI. */
export interface QueryParameter extends NamedParameter {
  /** Default: true. */
  readonly explode?: boolean;
}

/** The query parameters of an operation. Only operations with a query load `write`. */
export interface Query {
  readonly parameters: readonly QueryParameter[];
  readonly write: (parameters: readonly QueryParameter[], values: Readonly<Record<string, unknown>>) => string;
}

export interface RequestBody {
  /** Default: `application/json`. */
  readonly mediaType?: string;
  /** Serializes the body. Default: as JSON. */
  readonly write?: (body: unknown) => string;
  /**
   * How a call passes the body. `fields` (the default): the body's properties are among the parameters; `whole`: the parameters are the
   * body; `member`: the body is the parameter `body`.
   */
  readonly placement?: "fields" | "whole" | "member";
}

export type PathValue = string | number | boolean;

/** The idempotency key in a body. Only operations that have a key load `add`. */
export interface IdempotencyKey {
  /** The path of the key in the body, for example `["message", "sendId"]`. */
  readonly path: readonly string[];
  readonly add: (body: unknown, path: readonly string[]) => unknown;
}

/**
 * Describes how to read pages; see `x-pagination`. Values that start with a slash are JSON pointers, and other values are query parameters.
 */
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
      readonly style: "cursor";
      readonly limit: string;
      readonly cursor: string;
      readonly items: string;
      readonly next: string;
      /** Set if only the first `size` items can be read. The rest can be read by sorting and filtering by the property `id`. */
      readonly window?: { readonly size: number; readonly total: string; readonly id: string };
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

/** A body with a list of inputs that can be split into several requests. */
export interface Batch {
  /** JSON pointer to the list; empty if the body is the list. */
  readonly inputs: string;
  /** Maximum number of inputs per request, if known. */
  readonly size?: number;
  /** Maximum number of inputs of a request in which another list has items. */
  readonly sizeWith?: { readonly list: string; readonly size: number };
  /** JSON pointer to the results in the response, if the response contains results. */
  readonly results?: string;
  /** How inputs correspond to results and errors, if known. */
  readonly match?: BatchMatch;
}

/** Finds the result or the error for an input; see `x-batch`. */
export interface BatchMatch {
  /** JSON pointers into an input to the ids that identify it. */
  readonly input: readonly string[];
  /** JSON pointers into a result to the same ids, in the same order. */
  readonly result: readonly string[];
  /** JSON pointer into an error to the list of ids that the error concerns. */
  readonly errors?: string;
  /** JSON pointer into inputs and results to the value that distinguishes inputs with the same ids. */
  readonly variant?: string;
  /** JSON pointer into a result to the id with which results are counted if the inputs have no ids. Default: the ids in `result`. */
  readonly id?: string;
  /** Set if a request can choose the property that identifies its inputs. */
  readonly property?: {
    /** JSON pointer into the request to the property's name. */
    readonly name: string;
    /** JSON pointer into a result to its property values, keyed by name. */
    readonly values: string;
    /** JSON pointer into the request to the list of the requested properties, if there is one. */
    readonly requested?: string;
  };
}
