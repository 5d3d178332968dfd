import { demoTime, type Platform, type TestAccount, type TestResponse } from "../behaviour/rows.ts";
import { type Chance, oneOf } from "../oracleMutations.ts";
import type { View } from "./view.ts";

export interface Write {
  readonly what: string;
  readonly acknowledged: boolean;
  extent(view: View): "all" | "part" | "none";
}

export interface Ledger {
  readonly account: TestAccount;
  readonly writes: Write[];
  readonly tickets: string[];
  readonly surprises: string[];
  count: number;
}

export const contact = "3101";
const template = { id: 68420157, name: "Ticket received", from: "support@torture.example", subject: "x", body: "x" };
const channelGuid = "8d0a4c6e-1f72-4b95-a3d8-5e9c7b2f6014";

export async function openLedger(platform: Platform): Promise<Ledger> {
  const account = await platform.account({ hubDomain: "torture.example", clock: { mode: "frozen", at: demoTime } });
  await account.seed({
    records: { contacts: [{ id: contact, properties: { email: "jonas@larkspurbikes.example" } }] },
    emails: [template],
    channels: [{ channelGuid, channelKey: "CompanyPage:4407", type: "CompanyPage", active: true }],
  });
  return { account, writes: [], tickets: [], surprises: [], count: 0 };
}

export async function keepWriting(platform: Platform, ledger: Ledger, chance: Chance, stopped: () => boolean): Promise<void> {
  while (!stopped()) {
    if (!(await oneOf(chance, kinds)(platform, ledger))) return;
  }
}

type Kind = (platform: Platform, ledger: Ledger) => Promise<boolean>;

const kinds: readonly Kind[] = [seedAndAssociate, seedAndAssociate, send, send, createSmtpToken, createBroadcast, createEventDefinition];

async function seedAndAssociate(platform: Platform, ledger: Ledger): Promise<boolean> {
  const tickets = Array.from({ length: 5 }, () => String(9000 + next(ledger)));
  const [first = "", ...others] = tickets;
  ledger.tickets.push(...tickets);
  const { accountId } = ledger.account;
  const seed = {
    method: "POST",
    path: `/__mock/v1/accounts/${accountId}/seed`,
    body: { records: { tickets: tickets.map((id) => ({ id })) } },
  };
  const isSeeded = await write(platform, ledger, `tickets ${tickets}`, seed, (view) =>
    portion(tickets, (id) => ticketIn(view, id) !== undefined),
  );
  if (!isSeeded) return false;

  const path = "/crm/v3/associations/contacts/tickets/batch/create";
  const inputs = others.map((id) => ({ from: { id: contact }, to: { id }, type: "contact_to_ticket" }));
  const sides = others.flatMap((id) => [["fromContacts", `${contact} ${id}`] as const, ["fromTickets", `${contact} ${id}`] as const]);
  const isAssociated = await write(platform, ledger, `associations of ${others}`, { path, body: { inputs } }, (view) =>
    portion(sides, ([side, pair]) => view[side].has(pair)),
  );
  if (!isAssociated) return false;

  const archive = { method: "DELETE", path: `/crm/objects/2026-03/tickets/${first}` };
  return write(platform, ledger, `archive of ${first}`, archive, (view) =>
    portion([first], (id) => ticketIn(view, id)?.archivedAt !== undefined),
  );
}

/** Sends an email. The email, its sendId and the contact's property belong to one write. */
async function send(platform: Platform, ledger: Ledger): Promise<boolean> {
  const sendId = `send-${next(ledger)}`;
  const body = {
    emailId: template.id,
    message: { to: "jonas@larkspurbikes.example", sendId },
    contactProperties: [{ name: "city", value: sendId }],
  };
  return write(platform, ledger, sendId, { path: "/email/public/v1/singleEmail/send", body }, (view) => {
    const { sendIds = [], records } = view.snapshot;
    const city = records.contacts[0].properties.city ?? [];
    const values = typeof city === "string" ? [city] : city.map(({ value }: { value: string }) => value);
    const signs = [sendIds.some((one: { sendId: string }) => one.sendId === sendId), view.sent.get(sendId) === 1, values.includes(sendId)];
    return (view.sent.get(sendId) ?? 0) > 1 ? "part" : portion(signs, (sign) => sign);
  });
}

async function createSmtpToken(platform: Platform, ledger: Ledger): Promise<boolean> {
  const campaignName = `campaign ${next(ledger)}`;
  const body = { createdBy: "mara@torture.example", campaignName };
  return write(platform, ledger, campaignName, { path: "/email/public/v1/smtpapi/tokens", body }, ({ snapshot: { smtpTokens = [] } }) =>
    portion([campaignName], (name) => smtpTokens.some((token: { campaignName: string }) => token.campaignName === name)),
  );
}

async function createBroadcast(platform: Platform, ledger: Ledger): Promise<boolean> {
  const text = `broadcast ${next(ledger)}`;
  const body = { channelGuid, content: { body: text } };
  return write(platform, ledger, text, { path: "/broadcast/v1/broadcasts", body }, ({ snapshot: { broadcasts = [] } }) =>
    portion([text], (wanted) => broadcasts.some(({ content }: { content?: { body?: string } }) => content?.body === wanted)),
  );
}

async function createEventDefinition(platform: Platform, ledger: Ledger): Promise<boolean> {
  const name = `event_${next(ledger)}`;
  const properties = ["colour", "size"].map((one) => ({ name: one, label: one, type: "string" }));
  const body = { name, label: name, primaryObject: "CONTACT", propertyDefinitions: properties };
  return write(platform, ledger, name, { path: "/events/2026-03/event-definitions", body }, ({ snapshot: { eventDefinitions = [] } }) =>
    portion([name], (wanted) => eventDefinitions.some((definition: { name: string }) => definition.name === wanted)),
  );
}

/** Records the response. Resolves to whether the write was acknowledged. */
async function write(
  platform: Platform,
  { account, writes, surprises }: Ledger,
  what: string,
  call: Parameters<Platform["call"]>[0],
  extent: Write["extent"],
): Promise<boolean> {
  let response: TestResponse | undefined;
  try {
    response = await platform.call({ token: account.accessToken, ...call });
  } catch {
    // The server was killed before or after the write.
  }
  const acknowledged = response !== undefined && response.status < 300;
  if (response && !acknowledged && response.status < 500) surprises.push(`${what}: ${response.status} ${JSON.stringify(response.body)}`);
  writes.push({ what, acknowledged, extent });
  return acknowledged;
}

function next(ledger: Ledger): number {
  ledger.count += 1;
  return ledger.count;
}

function ticketIn({ snapshot }: View, id: string): { archivedAt?: string } | undefined {
  return snapshot.records?.tickets?.find((ticket: { id: string }) => ticket.id === id);
}

function portion<Item>(items: readonly Item[], isThere: (item: Item) => boolean): "all" | "part" | "none" {
  const count = items.filter(isThere).length;
  if (count === items.length) return "all";
  return count === 0 ? "none" : "part";
}
