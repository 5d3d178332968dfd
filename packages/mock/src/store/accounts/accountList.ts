import type { App, StoredDocument } from "../documents/documents.ts";
import type { Connection } from "../sql/connection.ts";
import { statement } from "../sql/statement.ts";
import { textOf } from "../sql/text.ts";
import type { ListedAccount } from "../store.ts";

const selectAccounts = statement<{ after: number; limit: number }, { account: number; profile: string }>(`
  select account_id as account, profile from accounts
  where account_id > :after and profile is not null
  order by account_id
  limit :limit`);

const selectApps = statement<{ accounts: readonly number[] }, { account: number; key: string; longKey: string | null; app: string }>(
  ({ among }) => `
    select account_id as account, key, long_key as "longKey", document as app from documents
    where ${among("account_id", ":accounts")} and collection = 'app'
    order by account_id, key`,
);

export async function listAccounts(connection: Connection, after: number, limit: number): Promise<ListedAccount[]> {
  const accounts = await selectAccounts(connection, { after, limit });
  const rows = await selectApps(connection, { accounts: accounts.map(({ account }) => account) });
  const apps = Map.groupBy(rows, ({ account }) => account);
  return accounts.map(({ account, profile }) => ({
    accountId: account,
    profile: JSON.parse(profile),
    apps: (apps.get(account) ?? []).map(
      ({ key, longKey, app }): StoredDocument<"app"> => ({ key: textOf(longKey ?? key), document: JSON.parse(app) as App }),
    ),
  }));
}
