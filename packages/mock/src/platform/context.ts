import type { AccountProfile, AccountStore } from "../store/store.ts";
import type { Ids } from "./ids.ts";

/** What the handler of an operation knows beside the request. */
export interface Context {
  readonly accountId: number;
  readonly profile: AccountProfile;
  readonly store: AccountStore;
  /** What time it is for this request, by the mock's clock, in milliseconds since the epoch. */
  readonly now: number;
  readonly ids: Ids;
  /** Who asks, by the access token. */
  readonly caller: { readonly appId: number; readonly userId: number; readonly clientId: string };
}

/** What the handler of an operation that needs no access token knows: a credential in the request leads to an account. */
export interface OpenContext {
  /**
   * Enters the account that a credential belongs to, in a transaction. `undefined` when there is no such account.
   * @param credential a client id, a code or a token; see `accountIdOf`
   */
  enter<Result>(credential: string, work: (context: Omit<Context, "caller">) => Promise<Result>): Promise<Result | undefined>;
  /** The same without a transaction, for work that only reads: it waits for nobody. */
  look<Result>(credential: string, work: (context: Omit<Context, "caller">) => Promise<Result>): Promise<Result | undefined>;
}
