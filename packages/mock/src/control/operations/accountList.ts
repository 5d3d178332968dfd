import type { AccountList } from "../../generated/control/schemas.ts";
import type { Store } from "../../store/store.ts";

/** Which accounts are meant: those with a greater id than `after`, at most `limit`. */
export interface AccountPage {
  readonly after?: number;
  readonly limit?: number;
}

/** A page of the accounts and their apps, by their ids, without a secret. */
export async function listAccounts(store: Store, { after = 0, limit = 100 }: AccountPage): Promise<AccountList> {
  // One more tells whether it goes on.
  const accounts = await store.listAccounts(after, limit + 1);
  const results = accounts.slice(0, limit).map(({ accountId, profile: { hubDomain, userId, userEmail }, apps }) => ({
    accountId,
    hubDomain,
    userId,
    userEmail,
    apps: apps.map(({ key, document: { appId, name, redirectUris, scopes } }) => ({
      appId,
      name,
      clientId: key,
      redirectUris: [...redirectUris],
      scopes: [...scopes],
    })),
  }));
  const last = results.at(-1);
  return last && accounts.length > limit ? { results, paging: { next: { after: last.accountId } } } : { results };
}
