import type { Platform, TestAccount } from "../behavior/platform.ts";

export interface View {
  // biome-ignore lint/suspicious/noExplicitAny: the checks access fields without declared types.
  readonly snapshot: any;
  /** The number of sent emails, keyed by sendId. */
  readonly emailCounts: ReadonlyMap<string, number>;
  /** Associations as `contact ticket`, read from either side. */
  readonly fromContacts: ReadonlySet<string>;
  readonly fromTickets: ReadonlySet<string>;
}

export async function viewOf(
  platform: Platform,
  account: TestAccount,
  contacts: readonly string[],
  tickets: readonly string[],
): Promise<View> {
  const snapshot = (await platform.control("GET", `/accounts/${account.accountId}/snapshot`)).body;
  const outbox = (await platform.control("GET", `/outbox?accountId=${account.accountId}`)).body.results;
  const emailCounts = new Map<string, number>();
  for (const { message } of outbox) emailCounts.set(message.sendId, (emailCounts.get(message.sendId) ?? 0) + 1);
  return {
    snapshot,
    emailCounts: emailCounts,
    fromContacts: await pairs("contacts/tickets", contacts, (contact, ticket) => `${contact} ${ticket}`),
    fromTickets: await pairs("tickets/contacts", tickets, (ticket, contact) => `${contact} ${ticket}`),
  };

  async function pairs(types: string, ids: readonly string[], pair: (from: string, to: string) => string): Promise<Set<string>> {
    const keys = new Set<string>();
    for (let first = 0; first < ids.length; first += 100) {
      const inputs = ids.slice(first, first + 100).map((id) => ({ id }));
      let waiting: readonly object[] = inputs;
      while (waiting.length > 0) {
        const path = `/crm/v3/associations/${types}/batch/read`;
        const { body } = await platform.call({ path, token: account.accessToken, body: { inputs: waiting } });
        const next: object[] = [];
        for (const { from, to, paging } of body.results) {
          for (const { id } of to) keys.add(pair(from.id, id));
          if (paging?.next) next.push({ id: from.id, after: paging.next.after });
        }
        waiting = next;
      }
    }
    return keys;
  }
}

interface SeenRecord {
  readonly id: string;
  readonly archivedAt?: string;
  readonly properties: Readonly<Record<string, string | readonly { readonly value: string }[]>>;
}

export function recordIn(view: View, type: string, id: string): SeenRecord | undefined {
  return recordsIn(view, type).find((record) => record.id === id);
}

export function recordsIn({ snapshot }: View, type: string): readonly SeenRecord[] {
  return snapshot.records?.[type] ?? [];
}

export function valuesOf(record: SeenRecord | undefined, name: string): readonly string[] {
  const values = record?.properties[name] ?? [];
  return typeof values === "string" ? [values] : values.map(({ value }) => value);
}
