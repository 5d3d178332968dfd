import type { Answer, ContractRequest, Problem } from "../contract/message.ts";
import type { OpenApiDocument } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import type { BodyLimits } from "../contract/request/bodySize.ts";
import type { HttpRequest, Origin } from "./httpRequest.ts";

/** The account that a request is about, and what time it is there. */
export interface Place {
  /** By the mock's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** `undefined` when there is no such account. */
  readonly accountId: number | undefined;
  /** Tells that account from a later one with the same id. */
  readonly mark: number | undefined;
}

/** What is known of a request, as far as it came. */
interface Known {
  readonly place?: Place | undefined;
  /** Absent when the request could not be read. */
  readonly request?: ContractRequest | undefined;
  /** What broke the contract; absent when the request was not checked. */
  readonly problems?: readonly Problem[] | undefined;
  /** The id of the fault that applied. */
  readonly fault?: string | undefined;
  /** Headers of the response, whatever the response is. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What came of a request: an answer, or the error that the front turns into one. */
export type Outcome = Known &
  ({ readonly answer: Answer; readonly error?: undefined } | { readonly answer?: undefined; readonly error: unknown });

/**
 * Serves the operations of an API. It may reject as well as return an error, with nothing known of the request then.
 * @param read reads the body, and rejects with a `Refusal` when the request cannot be read; called only once the caller is
 * accepted, so that nobody else's body is parsed
 */
export type Serve = (operation: Operation, http: HttpRequest, read: () => Promise<ContractRequest>) => Promise<Outcome>;

/** Operations, and what serves them. */
export interface Api {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly serve: Serve;
  readonly limits: BodyLimits;
}

/** Renders a page for a request. */
export type Render = (http: HttpRequest) => Promise<Outcome>;

/** Serves every request below a path of its own that is not part of the API: pages for people, and their assets. */
export type Site = (request: Request, origin: Origin) => Response | Promise<Response>;

/** Sites by their path, for example `/console`. */
export type Sites = Readonly<Record<string, Site>>;

/** A request that has been answered, and what is known of it. */
export interface ServedRequest {
  readonly http: HttpRequest;
  readonly operation: Operation | undefined;
  /** The path of the operation, or the path of the request without what looks like credentials. */
  readonly shownPath: string;
  readonly durationMs: number;
  readonly request: ContractRequest | undefined;
  /** By the mock's clock, in milliseconds since the epoch; `undefined` when the mock could not tell. */
  readonly now: number | undefined;
  readonly accountId: number | undefined;
  /** Tells that account from a later one with the same id. */
  readonly mark: number | undefined;
  /** What broke the contract. */
  readonly problems: readonly Problem[];
  /** The id of the fault that applied. */
  readonly fault: string | undefined;
}

/** Called with every request that was answered. Static pages do not count. */
export type OnServed = (served: ServedRequest, answer: Answer) => void;
