import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "./platform.ts";
import { expectNotFound } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

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
    "A request to archive an unknown ticket returns 404 with the category OBJECT_NOT_FOUND.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    for (const id of ["9699", "09601", "someone", "9601 "]) expectNotFound(await archive(account, id));
  }),
  "archive-again": rule(
    "A request to archive a ticket that is already archived returns 204 and does not change the ticket or its archive time.",
    "assumed",
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
    "An archived ticket can be restored for 90 days. After that, it no longer exists, and a request to archive it returns 404.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const archivedAt = new Date(Date.parse(demoTime) - 90 * day + 1).toISOString();
    await account.seed({ records: { tickets: [{ ...ticket, createdAt: archivedAt, archivedAt }] } });
    expect((await archive(account, "9601")).status).toBe(204);
    await account.advance(1);
    expectNotFound(await archive(account, "9601"));
  }),
  "archive-tickets-only": rule("The id of a record of another object type is treated as an unknown ticket id.", {
    grade: "described",
    source: "platform description, Endpoints",
  })(async (platform) => {
    const account = await seeded(platform);
    await account.seed({ records: { contacts: [{ id: "3101" }] } });
    expectNotFound(await archive(account, "3101"));
  }),
  "archive-within-the-account": rule(
    "A request to archive another account's ticket returns 404, and the ticket does not change.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const other = await platform.account();
    expectNotFound(await archive(other, "9601"));
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
