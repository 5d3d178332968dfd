import type { AccountProfile, AccountStore } from "../store/accountStore.ts";
import type { Ids } from "./ids.ts";

export interface Context {
  readonly accountId: number;
  readonly profile: AccountProfile;
  readonly store: AccountStore;
  /** The time on the account's clock, in milliseconds since the epoch. */
  readonly now: number;
  /** The number of characters in the request body as it was sent. */
  readonly bodyLength: number;
  readonly ids: Ids;
  /** Whether webhooks can be sent to the host of a URL. */
  readonly isWebhookHost: (url: URL) => boolean;
  readonly caller: Caller;
}

export interface Caller {
  readonly userId: number;
  readonly scopes: readonly string[];
  /** Absent if the user makes the request, with a user token. */
  readonly app?: { readonly appId: number; readonly clientId: string };
}

export interface AccountContext extends Omit<Context, "bodyLength" | "isWebhookHost" | "caller"> {
  /** The machine's time determines the retention of credentials, which must not depend on a frozen clock. */
  readonly wall: number;
}

export interface OpenContext {
  /** Runs `work` in a transaction of the credential's account; see `accountIdOf`. Resolves to `undefined` if the account does not exist. */
  enter<Result>(credential: string, work: (context: AccountContext) => Promise<Result>): Promise<Result | undefined>;
  look<Result>(credential: string, work: (context: AccountContext) => Promise<Result>): Promise<Result | undefined>;
}
