import type { AccountProfile, AccountStore } from "../store/store.ts";
import type { Ids } from "./ids.ts";

/** What the handler of an operation gets besides the request. */
export interface Context {
  readonly accountId: number;
  readonly profile: AccountProfile;
  readonly store: AccountStore;
  /** The time of this request by the account's clock, in milliseconds since the epoch. */
  readonly now: number;
  readonly ids: Ids;
  /** The caller, by the access token. */
  readonly caller: { readonly appId: number; readonly userId: number; readonly clientId: string };
}

/** What an operation that needs no access token knows of the account that a credential led it to. */
export interface AccountContext extends Omit<Context, "caller"> {
  /** The machine's time in milliseconds since the epoch. Only the retention of credentials goes by it: frozen clocks must not stop that. */
  readonly wall: number;
}

/** What the handler of an operation that needs no access token knows: a credential in the request leads to an account. */
export interface OpenContext {
  /**
   * Enters the account that a credential belongs to, in a transaction. `undefined` when there is no such account.
   * @param credential a client id, a code or a token; see `accountIdOf`
   */
  enter<Result>(credential: string, work: (context: AccountContext) => Promise<Result>): Promise<Result | undefined>;
  /** The same without a transaction and its lock, for work that only reads. */
  look<Result>(credential: string, work: (context: AccountContext) => Promise<Result>): Promise<Result | undefined>;
}
