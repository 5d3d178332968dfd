import { describe, expect, test } from "vitest";
import { openConsole, textOf } from "./browser.ts";

async function filled(state: Parameters<Awaited<ReturnType<typeof openConsole>>["mock"]["seed"]>[1]) {
  const console = await openConsole();
  const account = await console.mock.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" }, uncheckedValues: true });
  await account.seed(state);
  return { ...console, account, path: `/console/accounts/${account.accountId}/records` };
}

function tickets(count: number) {
  return Array.from({ length: count }, (_, index) => ({ id: String(index + 1), properties: { subject: `Ticket ${index + 1}.` } }));
}

function listed(html: string): string[] {
  return [...html.matchAll(/<th scope="row"><a href="[^"]*\/(\d+)"/g)].map(([, id = ""]) => id);
}

describe("the list", () => {
  test("the list shows the records of a type with their names, ordered by id", async () => {
    const { look, path } = await filled({
      records: {
        contacts: [
          { id: "1", properties: { firstname: "Jonas", lastname: "Brandt", email: "jonas@there.example" } },
          { id: "2", properties: { email: "only@there.example" }, archivedAt: "2026-04-19T08:00:00Z" },
        ],
        companies: [{ id: "5", properties: { name: "Larkspur Bikes" } }],
        "2-7": [{ id: "9", properties: {} }],
      },
    });
    const first = textOf((await look(path)).html);
    expect(first).toMatch(/Contacts Companies Custom 7/);
    expect(first).toMatch(/1 Jonas Brandt 2026-04-20 08:00:00 2026-04-20 08:00:00 Add a record/);
    expect(textOf((await look(`${path}?archived=true`)).html)).toMatch(/2 only@there.example .* archived/);
    expect(textOf((await look(`${path}?type=companies`)).html)).toContain("5 Larkspur Bikes");
    expect(textOf((await look(`${path}?type=2-7`)).html)).toContain("9 no name");
    expect(textOf((await look(`${path}?type=deals`)).html)).toContain("No records found.");
  });

  test("the list shows a message if the account has no records", async () => {
    const { look, path } = await filled({});
    expect((await look(path)).html).toContain("No records yet.");
    expect((await look("/console/accounts/1/records")).status).toBe(404);
  });

  test("the list is paginated", async () => {
    const { look, path } = await filled({ records: { tickets: tickets(51) } });
    const { html } = await look(path);
    expect([listed(html).length, listed(html)[0], listed(html).at(-1)]).toEqual([50, "1", "50"]);
    expect(html).toContain(`href="${path}?type=tickets&amp;after=51"`);
    const next = await look(`${path}?type=tickets&after=51`);
    expect(listed(next.html)).toEqual(["51"]);
    expect(next.html).toContain("First page");
    expect(next.html).not.toContain("Next page");
    expect(listed((await look(`${path}?type=tickets&after=x`)).html)[0]).toBe("1");
  });

  test("the search finds the records that are not archived and contain the text, page by page", async () => {
    const records = { tickets: [...tickets(60), { id: "99", properties: { subject: "Ticket 99." }, archivedAt: "2026-04-19T08:00:00Z" }] };
    const { look, path } = await filled({ records });
    const search = async (query: string) => (await look(`${path}?type=tickets&${query}`)).html;
    expect(listed(await search("q=ticket+33"))).toEqual(["33"]);
    expect(listed(await search("q=nothing"))).toEqual([]);
    expect(listed(await search("q=ticket"))).toHaveLength(50);
    const [, next = ""] = /rel="next" href="([^"]+)"/.exec(await search("q=ticket")) ?? [];
    expect(next).toContain("q=ticket&amp;after=50");
    expect(listed(await search("q=ticket&after=50"))).toHaveLength(10);
  });
});

describe("a record", () => {
  test("a record's page shows its properties with their history", async () => {
    const email = [
      { value: "new@there.example", timestamp: "2026-02-01T00:00:00Z", sourceType: "INTEGRATION", sourceId: "7", updatedByUserId: 3 },
      { value: "old@there.example", timestamp: "2026-01-01T00:00:00Z", sourceType: "IMPORT" },
    ];
    const { look, path } = await filled({ records: { contacts: [{ id: "1", properties: { email, empty: "" } }] } });
    const text = textOf((await look(`${path}/contacts/1`)).html);
    expect(text).toMatch(
      /email new@there.example 1 earlier value old@there.example 2026-01-01 00:00:00 IMPORT 2026-02-01 00:00:00 INTEGRATION, 7, user 3 empty empty/,
    );
    expect(text).toContain("No associations.");
    expect((await look(`${path}/0-1/1`)).status).toBe(200);
    for (const missing of ["contacts/2", "contacts/x", "deals/1"]) expect((await look(`${path}/${missing}`)).status).toBe(404);
    expect((await look(`${path}/else/1`)).status).toBe(400);
  });

  test("a record's page shows its associations in both directions", async () => {
    const { look, path } = await filled({
      records: {
        contacts: [{ id: "1", properties: { firstname: "Jonas" } }],
        companies: [{ id: "5", properties: { name: "Larkspur Bikes" } }],
        tickets: [{ id: "7", properties: { subject: "Printer" }, archivedAt: "2026-04-19T08:00:00Z" }],
      },
      associationLabels: [
        {
          id: 1001,
          name: "reporter_of",
          label: "Reporter of",
          from: "contacts",
          to: "tickets",
          inverse: { id: 1002, name: "by", label: "Reported by" },
        },
      ],
      associations: [
        { from: "contacts/1", to: "companies/5", type: "contact_to_company" },
        { from: "contacts/1", to: "tickets/7", type: "reporter_of" },
      ],
    });
    const text = textOf((await look(`${path}/contacts/1`)).html);
    expect(text).toMatch(/companies: contact_to_company 1 record, type 1, inverse company_to_contact primary Larkspur Bikes 5/);
    expect(text).toMatch(/tickets: Reporter of 1 record, type 1001, inverse Reported by Printer 7 archived/);
    expect(textOf((await look(`${path}/tickets/7`)).html)).toMatch(/contacts: Reported by .* inverse Reporter of Jonas 1/);
  });

  test("a record's page shows the first of many associations, and links to the others", async () => {
    const { look, path } = await filled({
      records: { contacts: [{ id: "1" }], companies: [{ id: "5" }], tickets: tickets(60) },
      associations: [
        { from: "contacts/1", to: "companies/5", type: "contact_to_company" },
        ...tickets(60).map(({ id }) => ({ from: "contacts/1", to: `tickets/${id}`, type: "contact_to_ticket" })),
      ],
    });
    const { html } = await look(`${path}/contacts/1`);
    expect(textOf(html)).toContain("tickets: contact_to_ticket 60 records");
    expect(html.match(/<li><a href="[^"]*\/tickets\//g)).toHaveLength(25);
    expect(html).toContain(`href="${path}/contacts/1?links=15&amp;after=25">More records`);
    const more = (await look(`${path}/contacts/1?links=15&after=50`)).html;
    expect([...more.matchAll(/<li><a href="[^"]*\/tickets\/(\d+)"/g)].map(([, id]) => Number(id))).toEqual([
      51, 52, 53, 54, 55, 56, 57, 58, 59, 60,
    ]);
    expect(more).not.toContain("More records");
  });
});

test("archived records are in a separate list", async () => {
  const records = { tickets: [...tickets(51), { id: "99", properties: { subject: "Ticket 99." }, archivedAt: "2026-04-19T08:00:00Z" }] };
  const { look, path } = await filled({ records });
  expect(listed((await look(`${path}?type=tickets&archived=true`)).html)).toEqual(["99"]);
  expect(listed((await look(`${path}?type=tickets&archived=true&after=100`)).html)).toEqual([]);
  expect(listed((await look(`${path}?type=tickets&after=51`)).html)).toEqual(["51"]);
});

test("a record can be archived and restored", async () => {
  const { account, look, send, path } = await filled({ records: { tickets: tickets(1) } });
  const record = `${path}/tickets/1`;
  expect((await look(record)).html).toMatch(/Archive the record…[\s\S]*Associate a record/);
  expect((await send(`${path}/ticket/1`, { action: "archive" })).status).toBe(303);
  const archived = textOf((await look(`${record}?done=archive`)).html);
  expect(archived).toMatch(/The record was archived\..* Archived 2026-04-20 08:00:00 .*Restore the record/);
  for (const words of ["Edit the record", "Archive the record", "Associate a record"]) expect(archived).not.toContain(words);
  expect((await send(record, { action: "save", name: "subject", value: "Kept" })).html).toContain("Kept</textarea>");
  expect((await send(record, { action: "restore" })).location).toBe(`${record}?done=restore`);
  expect((await account.snapshot()).records?.["tickets"]?.[0]?.archivedAt).toBeUndefined();
  await send(record, { action: "archive" });
  await account.clock.advance({ days: 90 });
  const late = await send(record, { action: "restore" });
  expect([late.status, textOf(late.html)]).toEqual([404, expect.stringContaining("No ticket has this id")]);
});

test("long values and lists are shortened", async () => {
  const value = "x".repeat(10_000);
  const properties = Object.fromEntries(Array.from({ length: 260 }, (_, index) => [`p${index}`, value]));
  const { look, path } = await filled({ records: { contacts: [{ id: "1", properties: { ...properties, firstname: value } }] } });
  const { html } = await look(`${path}/contacts/1`);
  expect(html).not.toContain("x".repeat(2_001));
  expect(textOf(html)).toContain("(8,000 more characters)");
  // The record also has calculated values.
  expect(textOf(html)).toMatch(/and \d+ more/);
});
