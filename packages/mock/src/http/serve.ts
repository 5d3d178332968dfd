import type { ContractRequest, ContractResponse, Problem } from "../contract/message.ts";
import type { OpenApiDocument } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import type { BodyLimits } from "../contract/request/bodySize.ts";
import type { HttpRequest, Origin } from "./httpRequest.ts";

export interface Place {
  /** The time on the mock's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** The id is `undefined` if the account does not exist. */
  readonly accountId: number | undefined;
  /** Distinguishes the account from a later one with the same id. */
  readonly generation: number | undefined;
  /** Whether the request has a user token. Such requests are neither journaled nor passed to `onServed`. */
  readonly isUser: boolean;
  /** The app whose access token was sent. */
  readonly appId?: number | undefined;
}

interface Known {
  readonly place?: Place | undefined;
  /** Absent if the request cannot be read. */
  readonly request?: ContractRequest | undefined;
  /** Absent if the request was not validated. */
  readonly problems?: readonly Problem[] | undefined;
  readonly fault?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly effects?: Effects | undefined;
}

/** What a request changed in its account. Absent parts are empty. */
export interface Effects {
  readonly records?: RecordEffect[];
  readonly associations?: AssociationEffect[];
  /** The numbers of the webhook deliveries. */
  readonly deliveries?: number[];
  /** The numbers of the sent emails. */
  readonly emails?: number[];
  /** Set if a list contains only the first effects. */
  readonly isIncomplete?: true;
}

export interface RecordEffect {
  /** The type id. */
  readonly objectType: string;
  readonly id: string;
  readonly change: "created" | "changed" | "archived" | "restored";
  /** The names of the properties whose values changed. Absent for created records. */
  readonly properties?: string[];
}

export interface AssociationEffect {
  readonly fromType: string;
  readonly fromId: string;
  readonly toType: string;
  readonly toId: string;
  readonly change: "created" | "deleted";
}

export type Outcome = Known &
  ({ readonly response: ContractResponse; readonly error?: undefined } | { readonly response?: undefined; readonly error: unknown });

/** @param read reads and parses the body; called only after authorization; rejects with a `Rejection` if the request is invalid */
export type Serve = (operation: Operation, http: HttpRequest, read: () => Promise<ContractRequest>) => Promise<Outcome>;

export interface Api {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly serve: Serve;
  readonly limits: BodyLimits;
  /** Whether responses contain the names of the service, if it has a name. */
  readonly hasServiceNames?: boolean;
}

export type Render = (http: HttpRequest) => Promise<Outcome>;

export type Site = (request: Request, origin: Origin) => Response | Promise<Response>;

export type Sites = Readonly<Record<string, Site>>;

export interface ServedRequest {
  readonly http: HttpRequest;
  readonly operation: Operation | undefined;
  /** The operation's path template, or the path with possible credentials hidden. */
  readonly shownPath: string;
  readonly durationMs: number;
  readonly request: ContractRequest | undefined;
  /** The time on the mock's clock in milliseconds since the epoch; `undefined` if it is unknown. */
  readonly now: number | undefined;
  readonly accountId: number | undefined;
  /** The generation of the account; see `Place`. */
  readonly generation: number | undefined;
  /** The app whose access token was sent. */
  readonly appId: number | undefined;
  /** Contract violations. */
  readonly problems: readonly Problem[];
  /** The id of the fault that was applied. */
  readonly fault: string | undefined;
  /** The id in the response's header `X-Mock-Request-Id`. */
  readonly requestId: string | undefined;
  readonly effects: Effects | undefined;
}

/** Called after the response to each request, except for static pages. */
export type OnServed = (servedRequest: ServedRequest, response: ContractResponse) => void;
