import type { Platform, TestResponse } from "../behavior/platform.ts";
import { type Chance, oneOf } from "../contract/oracleMutations.ts";
import { sendOccurrences } from "./eventWriters.ts";
import { channelGuid, contact, type Ledger, next, portion, template, write } from "./ledger.ts";
import { writeContacts } from "./recordWriters.ts";
import { recordIn, valuesOf } from "./view.ts";

export async function keepWriting(platform: Platform, ledger: Ledger, chance: Chance, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    if (!(await oneOf(chance, kinds)(platform, ledger))) return;
  }
}

/** Resolves to `undefined` if a write was not acknowledged. */
type Kind = (platform: Platform, ledger: Ledger) => Promise<TestResponse | undefined>;

const kinds: readonly Kind[] = [
  seedAndAssociate,
  seedAndAssociate,
  writeContacts,
  writeContacts,
  send,
  send,
  sendOccurrences,
  sendOccurrences,
  createSmtpToken,
  createBroadcast,
  createEventDefinition,
];

async function seedAndAssociate(platform: Platform, ledger: Ledger): Promise<TestResponse | undefined> {
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
    portion(tickets, (id) => recordIn(view, "tickets", id) !== undefined),
  );
  if (!isSeeded) return undefined;

  const path = "/crm/v3/associations/contacts/tickets/batch/create";
  const inputs = others.map((id) => ({ from: { id: contact }, to: { id }, type: "contact_to_ticket" }));
  const sides = others.flatMap((id) => [["fromContacts", `${contact} ${id}`] as const, ["fromTickets", `${contact} ${id}`] as const]);
  const isAssociated = await write(platform, ledger, `associations of ${others}`, { path, body: { inputs } }, (view) =>
    portion(sides, ([side, pair]) => view[side].has(pair)),
  );
  if (!isAssociated) return undefined;

  const archive = { method: "DELETE", path: `/crm/objects/2026-03/tickets/${first}` };
  return write(platform, ledger, `archive of ${first}`, archive, (view) =>
    portion([first], (id) => recordIn(view, "tickets", id)?.archivedAt !== undefined),
  );
}

/** A single write stores the email, its sendId and the contact's property. */
async function send(platform: Platform, ledger: Ledger): Promise<TestResponse | undefined> {
  const sendId = `send-${next(ledger)}`;
  const email = { emailId: template.id, message: { to: "jonas@larkspurbikes.example", sendId } };
  const calls = [
    { path: "/email/public/v1/singleEmail/send", body: { ...email, contactProperties: [{ name: "city", value: sendId }] } },
    { path: "/marketing/transactional/2026-03/single-email/send", body: { ...email, contactProperties: { city: sendId } } },
  ] as const;
  return write(platform, ledger, sendId, calls[ledger.count % 2 === 0 ? 0 : 1], (view) => {
    const { sendIds = [] } = view.snapshot;
    const values = valuesOf(recordIn(view, "contacts", contact), "city");
    const signs = [
      sendIds.some((one: { sendId: string }) => one.sendId === sendId),
      view.emailCounts.get(sendId) === 1,
      values.includes(sendId),
    ];
    return (view.emailCounts.get(sendId) ?? 0) > 1 ? "part" : portion(signs, (sign) => sign);
  });
}

async function createSmtpToken(platform: Platform, ledger: Ledger): Promise<TestResponse | undefined> {
  const campaignName = `campaign ${next(ledger)}`;
  const body = { createdBy: "mara@torture.example", campaignName };
  return write(platform, ledger, campaignName, { path: "/email/public/v1/smtpapi/tokens", body }, ({ snapshot: { smtpTokens = [] } }) =>
    portion([campaignName], (name) => smtpTokens.some((token: { campaignName: string }) => token.campaignName === name)),
  );
}

async function createBroadcast(platform: Platform, ledger: Ledger): Promise<TestResponse | undefined> {
  const text = `broadcast ${next(ledger)}`;
  const body = { channelGuid, content: { body: text } };
  return write(platform, ledger, text, { path: "/broadcast/v1/broadcasts", body }, ({ snapshot: { broadcasts = [] } }) =>
    portion([text], (expected) => broadcasts.some(({ content }: { content?: { body?: string } }) => content?.body === expected)),
  );
}

async function createEventDefinition(platform: Platform, ledger: Ledger): Promise<TestResponse | undefined> {
  const name = `event_${next(ledger)}`;
  const properties = ["color", "size"].map((one) => ({ name: one, label: one, type: "string" }));
  const body = { name, label: name, primaryObject: "CONTACT", propertyDefinitions: properties };
  return write(platform, ledger, name, { path: "/events/2026-03/event-definitions", body }, ({ snapshot: { eventDefinitions = [] } }) =>
    portion([name], (expected) => eventDefinitions.some((definition: { name: string }) => definition.name === expected)),
  );
}
