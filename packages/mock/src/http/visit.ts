import type { Answer, ContractRequest, Problem } from "../contract/message.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import type { HttpRequest } from "./httpRequest.ts";
import type { Preference } from "./prefer.ts";

/** One request on its way through the mock, and what becomes known of it. */
export interface Visit {
  readonly http: HttpRequest;
  readonly operation: Operation | undefined;
  /** The path of the operation, or the path of the request without what looks like credentials. */
  readonly shownPath: string;
  /** When it began, by `performance.now()`. */
  started?: number;
  /** Absent until the request could be read. */
  request?: ContractRequest;
  preference?: Preference;
  /** What time it was for it, by the mock's clock, in milliseconds since the epoch. */
  now?: number;
  /** The account that it turned out to be about. */
  accountId?: number;
  /** Tells that account from one that is made later under the same id. */
  mark?: number;
  /** What the answer carries in its head, whatever it is. */
  headers?: Readonly<Record<string, string>>;
  /** What broke the contract. */
  problems?: readonly Problem[];
  /** The fault that it met, by its id. */
  fault?: string;
}

/**
 * Answers a request. It calls `read` once it knows that the caller may ask: nothing of a body is parsed for anyone else.
 * @param read rejects with a `Refusal` when the request cannot be read
 * @throws Refusal when it does not serve the request
 */
export type Serve = (operation: Operation, visit: Visit, read: () => Promise<ContractRequest>) => Promise<Answer>;

/** What makes a page anew for each visit. */
export type Render = (visit: Visit) => Promise<Answer>;

/** Told of every visit and how it was answered. Pages that are always the same are no visits. */
export type OnServed = (visit: Visit, answer: Answer) => void;
