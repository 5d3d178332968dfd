import { demoTime, type Platform, type TestAccount, type TestResponse } from "./platform.ts";

const records = {
  contacts: [{ id: "3101" }, { id: "3102" }],
  companies: [{ id: "5201" }, { id: "5202" }, { id: "5203" }],
  deals: [{ id: "7401" }],
  tickets: [{ id: "9601" }, { id: "9602" }],
  meetings: [{ id: "512001" }, { id: "512002" }],
  calls: [{ id: "512101" }],
  notes: [{ id: "512000" }],
};

export async function seededAccount(platform: Platform, state: Readonly<Record<string, unknown>> = {}): Promise<TestAccount> {
  const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
  await account.seed({ records, ...state });
  return account;
}

/** @param pair the object types, for example `contacts/companies` */
export function batch(
  account: TestAccount,
  pair: string,
  action: "create" | "read" | "archive",
  inputs: readonly unknown[],
): Promise<TestResponse> {
  return account.call({ path: `/crm/v3/associations/${pair}/batch/${action}`, body: { inputs } });
}

/** @param sentence for example `3101 contact_to_company 5201` */
export function input(sentence: string): { from: { id: string }; to: { id: string }; type: string } {
  const [from = "", type = "", to = ""] = sentence.split(" ");
  return { from: { id: from }, to: { id: to }, type };
}

export async function create(account: TestAccount, pair: string, ...sentences: readonly string[]): Promise<TestResponse> {
  return batch(account, pair, "create", sentences.map(input));
}

export async function withTickets(platform: Platform, tickets: readonly string[]): Promise<TestAccount> {
  const account = await seededAccount(platform, { records: { contacts: [{ id: "3101" }], tickets: tickets.map((id) => ({ id })) } });
  await create(account, "contacts/tickets", ...tickets.map((id) => `3101 contact_to_ticket ${id}`));
  return account;
}

/** Returns items such as `5201 contact_to_company`. */
export async function read(account: TestAccount, pair: string, id: string): Promise<string[]> {
  const { body } = await batch(account, pair, "read", [{ id }]);
  const to: { id: string; type: string }[] = body.results[0]?.to ?? [];
  return to.map((record) => `${record.id} ${record.type}`);
}

export async function sentences(account: TestAccount): Promise<string[]> {
  const { associations = [] } = await account.snapshot();
  return associations.map((one: { from: string; to: string; type: string }) => `${one.from} ${one.type} ${one.to}`);
}

/** The ids must sort in the same order as numbers and as strings. */
export function ids(first: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(first + index));
}
