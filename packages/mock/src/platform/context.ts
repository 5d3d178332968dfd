import type { AccessToken } from "../store/documents.ts";
import type { AccountProfile, AccountStore } from "../store/store.ts";
import type { Ids } from "./ids.ts";

export interface Context {
  readonly accountId: number;
  readonly profile: AccountProfile;
  readonly store: AccountStore;
  /** The time on the account's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** The length of the request body as it was sent, in characters. */
  readonly bodyLength: number;
  readonly ids: Ids;
  readonly caller: Pick<AccessToken, "appId" | "clientId" | "scopes"> & { readonly userId: number };
}

/** The context of an operation without an access token, after it has found the account. */
export interface AccountContext extends Omit<Context, "bodyLength" | "caller"> {
  /**
   * The machine's time in milliseconds since the epoch. It determines the retention of credentials, which must not depend on a frozen clock.
   */
  readonly wall: number;
}

/** The context of an operation without an access token, which finds the account by another credential. */
export interface OpenContext {
  /** Runs `work` in a transaction of the credential's account; see `accountIdOf`. Resolves to `undefined` if the account does not exist. */
  enter<Result>(credential: string, work: (context: AccountContext) => Promise<Result>): Promise<Result | undefined>;
  /** Like `enter`, but only for reading, without a transaction. */
  look<Result>(credential: string, work: (context: AccountContext) => Promise<Result>): Promise<Result | undefined>;
}
