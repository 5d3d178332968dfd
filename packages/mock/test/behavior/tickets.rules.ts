import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "./platform.ts";
import { expectNotFound } from "./rejections.ts";
import { rule, rules } from "./rules.ts";
import { violations } from "./violations.ts";

const ticket = { id: "9601", createdAt: "2026-04-14T09:00:00Z", properties: { subject: "Torque sensor reads zero" } };
const day = 24 * 60 * 60 * 1000;

rules("tickets", {
  "archive-moves-to-bin": rule("A request that archives an existing ticket moves it to the recycling bin and returns no body.", {
    grade: "described",
    source: "platform description, States and transitions",
  })(async (platform) => {
    const account = await seeded(platform);
    const response = await archive(account, "9601");
    expect(response.body).toBeUndefined();
    expect((await ticketIn(account)).archivedAt).toBeDefined();
  }),
  "archive-returns-204": rule(
    "A request that archives a ticket returns 204.",
    "documented",
  )(async (platform) => {
    expect((await archive(await seeded(platform), "9601")).status).toBe(204);
  }),
  "archive-needs-tickets-scope": rule(
    "Archiving a ticket requires the scope `tickets`. Without it, the response is a 403 that names the scope.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform, { scopes: ["content"] });
    const rejected = await archive(account, "9601");
    expect([rejected.status, rejected.body.category]).toEqual([403, "MISSING_SCOPES"]);
    expect(rejected.body.errors[0].context.requiredGranularScopes).toEqual(["tickets"]);
    expect((await ticketIn(account)).archivedAt).toBeUndefined();
  }),
  "archive-unknown-ticket": rule(
    "A request to archive an unknown ticket returns 204 and changes nothing. The journal lists the unknown id as an accepted violation.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const account = await seeded(platform);
    const ids = ["9699", "09601", "someone", "9601 "];
    for (const id of ids) expect((await archive(account, id)).status).toBe(204);
    expect((await ticketIn(account)).archivedAt).toBeUndefined();
    const violation = { in: "ticketId", code: "OBJECT_NOT_FOUND", message: "No ticket has this id.", accepted: true };
    expect(await violations(platform, account, 4)).toEqual(ids.map(() => violation));
  }),
  "archive-again": rule(
    "A request to archive a ticket that is already archived returns 204 and does not change the ticket or its archive time.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const account = await seeded(platform);
    await archive(account, "9601");
    const archived = await ticketIn(account);
    await account.advance(60_000);
    expect((await archive(account, "9601")).status).toBe(204);
    expect(await ticketIn(account)).toEqual(archived);
  }),
  "archive-records-the-time": rule(
    "When a ticket is archived, the time of the request becomes its archive time and its change time. Its content does not change.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const before = await ticketIn(account);
    await archive(account, "9601");
    const now = Date.parse(demoTime);
    const after = await ticketIn(account);
    expect([Date.parse(after.archivedAt), Date.parse(after.updatedAt)]).toEqual([now, now]);
    expect([after.createdAt, after.properties]).toEqual([before.createdAt, before.properties]);
  }),
  "archive-ends-after-90-days": rule(
    "An archived ticket can be restored for 90 days. After that, it no longer exists.",
    "documented",
  )(async (platform) => {
    const account = await seeded(platform);
    const archivedAt = new Date(Date.parse(demoTime) - 90 * day + 1).toISOString();
    await account.seed({ records: { tickets: [{ ...ticket, createdAt: archivedAt, archivedAt }] } });
    const read = () => account.call({ path: "/crm/objects/2026-03/tickets/9601", query: { archived: true } });
    expect((await read()).status).toBe(200);
    await account.advance(1);
    expectNotFound(await read());
  }),
  "archive-tickets-only": rule("The id of a record of another object type is treated as an unknown ticket id.", {
    grade: "described",
    source: "platform description, Endpoints",
  })(async (platform) => {
    const account = await seeded(platform);
    await account.seed({ records: { contacts: [{ id: "3101" }] } });
    expect((await archive(account, "3101")).status).toBe(204);
    expect((await account.snapshot()).records.contacts[0].archivedAt).toBeUndefined();
  }),
  "archive-within-the-account": rule(
    "A request to archive another account's ticket does not change the ticket.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const other = await platform.account();
    expect((await archive(other, "9601")).status).toBe(204);
    expect((await ticketIn(account)).archivedAt).toBeUndefined();
  }),
});

async function seeded(platform: Platform, options?: Readonly<Record<string, unknown>>): Promise<TestAccount> {
  const account = await platform.account({ ...options, clock: { mode: "frozen", at: demoTime } });
  await account.seed({ records: { tickets: [ticket] } });
  return account;
}

function archive(account: TestAccount, id: string): Promise<TestResponse> {
  return account.call({ method: "DELETE", path: `/crm/objects/2026-03/tickets/${encodeURIComponent(id)}` });
}

async function ticketIn(account: TestAccount): Promise<{ archivedAt: string; updatedAt: string; createdAt: string; properties: unknown }> {
  return (await account.snapshot()).records.tickets[0];
}
