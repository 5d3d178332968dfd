import type { AccountProfile, AccountStore } from "../store/store.ts";
import type { Ids } from "./ids.ts";

export interface Context {
  readonly accountId: number;
  readonly profile: AccountProfile;
  readonly store: AccountStore;
  /** The time of the request by the account's clock, in milliseconds since the epoch. */
  readonly now: number;
  readonly ids: Ids;
  readonly caller: { readonly appId: number; readonly userId: number; readonly clientId: string };
}

/** The context of an account found by a credential, for operations without an access token. */
export interface AccountContext extends Omit<Context, "caller"> {
  /** The machine's time in milliseconds since the epoch, for the retention of credentials, which must not depend on a frozen clock. */
  readonly wall: number;
}

/** The context of operations without an access token. A credential in the request leads to the account. */
export interface OpenContext {
  /**
   * Runs work in a transaction of the account that the credential belongs to. Resolves to `undefined` when the account does not exist.
   * @param credential a client id, a code or a token; see `accountIdOf`
   */
  enter<Result>(credential: string, work: (context: AccountContext) => Promise<Result>): Promise<Result | undefined>;
  /** The same without a transaction, for reading. */
  look<Result>(credential: string, work: (context: AccountContext) => Promise<Result>): Promise<Result | undefined>;
}
