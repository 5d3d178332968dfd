import type { AccountProfile, AccountStore } from "../store/accountStore.ts";
import type { AccessToken } from "../store/documents/documents.ts";
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
  readonly caller: Pick<AccessToken, "appId" | "clientId" | "scopes"> & { readonly userId: number };
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
