import { type CrmPlatformClient, createClient } from "@crm-platform/client";
import type { Mock } from "@crm-platform/mock";

/** Returns a client that makes requests as the account's user: without an app, and therefore with all scopes and without a journal entry. */
export async function asUser(mock: Mock, { accountId }: { readonly accountId: number }): Promise<CrmPlatformClient> {
  const { accessToken } = await mock.tokens.createUserToken(accountId);
  return createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken });
}

export async function createContact(mock: Mock, account: { readonly accountId: number }): Promise<string> {
  const user = await asUser(mock, account);
  return (await user.records.create("contacts", { properties: {} })).id;
}
