import type { ContractRequest, ContractResponse, Problem } from "../contract/message.ts";
import type { OpenApiDocument } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import type { BodyLimits } from "../contract/request/bodySize.ts";
import type { HttpRequest, Origin } from "./httpRequest.ts";

/** The account of a request, and its current time. */
export interface Place {
  /** By the mock's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** `undefined` when the account does not exist. */
  readonly accountId: number | undefined;
  /** The account's generation: an account created later under the same id has another. */
  readonly generation: number | undefined;
}

/** What is known about a request when its handling ends. */
interface Known {
  readonly place?: Place | undefined;
  /** Absent when the request could not be read. */
  readonly request?: ContractRequest | undefined;
  /** Contract violations. Absent when the request was not checked. */
  readonly problems?: readonly Problem[] | undefined;
  /** The id of the fault that was applied. */
  readonly fault?: string | undefined;
  /** Headers of the response, whether it succeeded or not. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The result of a request: a response, or an error that the front converts into one. */
export type Outcome = Known &
  ({ readonly response: ContractResponse; readonly error?: undefined } | { readonly response?: undefined; readonly error: unknown });

/**
 * Serves the operations of an API. If it rejects instead of returning an error, nothing else is known about the request.
 * @param read reads the body, and rejects with a `Rejection` when the request is invalid. Called after authorization, so that bodies of
 * unauthorized clients are not parsed
 */
export type Serve = (operation: Operation, http: HttpRequest, read: () => Promise<ContractRequest>) => Promise<Outcome>;

export interface Api {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly serve: Serve;
  readonly limits: BodyLimits;
}

export type Render = (http: HttpRequest) => Promise<Outcome>;

/** Serves all requests below a path that is not part of the API: pages and their assets. */
export type Site = (request: Request, origin: Origin) => Response | Promise<Response>;

/** By path, for example `/console`. */
export type Sites = Readonly<Record<string, Site>>;

/** A request that has been responded to. */
export interface ServedRequest {
  readonly http: HttpRequest;
  readonly operation: Operation | undefined;
  /** The operation's path template, or the path with possible credentials hidden. */
  readonly shownPath: string;
  readonly durationMs: number;
  readonly request: ContractRequest | undefined;
  /** By the mock's clock, in milliseconds since the epoch; `undefined` when unknown. */
  readonly now: number | undefined;
  readonly accountId: number | undefined;
  /** The account's generation; see `Place`. */
  readonly generation: number | undefined;
  /** Contract violations. */
  readonly problems: readonly Problem[];
  /** The id of the fault that was applied. */
  readonly fault: string | undefined;
}

/** Called with every request after its response. Static pages are not included. */
export type OnServed = (served: ServedRequest, response: ContractResponse) => void;
