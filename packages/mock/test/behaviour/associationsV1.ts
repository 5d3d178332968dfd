import { associationTypes } from "@crm-platform/types";
import { expect } from "vitest";
import { batch, create, ids, input, read, seeded, sentences } from "./associated.ts";
import { expectInvalid, expectNotFound } from "./rejections.ts";
import { demoTime, type Rows, type TestAccount, type TestResponse } from "./rows.ts";

const root = "/crm-associations/v1/associations";

interface Item {
  readonly fromObjectId: number | string;
  readonly toObjectId: number | string;
  readonly category: string;
  readonly definitionId: number | string;
}

export const rows: Rows = {
  "associations-v1-any-scope": async (platform) => {
    const asked = (account: TestAccount) =>
      Promise.all([
        put(account, "", item(3101, 15, 9601)),
        ...everyBatch(account, []),
        put(account, "/delete", item(3101, 15, 9601)),
        list(account, 3101, 15),
      ]);
    for (const rejected of await asked(await platform.account({ scopes: ["content"] }))) {
      expect([rejected.status, rejected.body.category]).toEqual([403, "MISSING_SCOPES"]);
      expect(rejected.body.errors[0].context.requiredGranularScopes).toHaveLength(65);
    }
    for (const scope of ["tickets", "e-commerce", "crm.objects.contacts.read", "crm.objects.deals.highly_sensitive.write.v2"]) {
      for (const { status } of await asked(await platform.account({ scopes: [scope] })))
        expect([scope, status === 403]).toEqual([scope, false]);
    }
  },

  "associations-v1-definition-ids": async (platform) => {
    const account = await seeded(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    await create(account, "tickets/companies", "9601 ticket_to_company 5201", "9601 ticket_to_company_unlabeled 5202");
    expect(await listed(account, 3101, 15)).toEqual([9601]);
    expect(await listed(account, 9601, 26)).toEqual([5201]);
    expect(await listed(account, 9601, 339)).toEqual([5202]);
    expect(await listed(account, 9601, 16)).toEqual([3101]);
  },
  "associations-v1-one-store": async (platform) => {
    const account = await seeded(platform);
    await put(account, "", item(3101, 15, 9601));
    expect(await read(account, "tickets/contacts", "9601")).toEqual(["3101 ticket_to_contact"]);
    await batch(account, "tickets/contacts", "archive", [input("9601 ticket_to_contact 3101")]);
    expect(await listed(account, 3101, 15)).toEqual([]);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9602");
    await put(account, "/delete", item(9602, 16, 3101));
    expect(await read(account, "contacts/tickets", "3101")).toEqual([]);
  },
  "associations-v1-one-primary-company": async (platform) => {
    const account = await seeded(platform);
    await put(account, "", item(3101, 1, 5201));
    await put(account, "/create-batch", [item(5202, 2, 3101), item(9601, 26, 5201)]);
    expect(await listed(account, 3101, 1)).toEqual([5202]);
    expect(await listed(account, 3101, 279)).toEqual([5201]);
    expect(await listed(account, 5201, 280)).toEqual([3101]);
    expect(await listed(account, 9601, 26)).toEqual([5201]);
  },
  "associations-v1-custom-labels": async (platform) => {
    const label = { id: 1201, name: "billing_contact", label: "Billing contact", from: "contacts", to: "companies" };
    const account = await seeded(platform, { associationLabels: [{ ...label, inverse: { id: 1202, name: "bills", label: "Bills" } }] });
    expect((await put(account, "", item(3101, 1201, 5201))).status).toBe(200);
    expect(await listed(account, 5201, 1202)).toEqual([3101]);
    expect(await read(account, "companies/contacts", "5201")).toEqual(["3101 bills"]);
    // Definition 1 is a default definition and therefore still exists.
    expect((await put(account, "", item(3102, 1, 5202))).status).toBe(200);
    expect((await put(account, "", item(3101, 15, 9601))).status).toBe(200);
    expect([await listed(account, 5202, 2), await listed(account, 9601, 16)]).toEqual([[3102], [3101]]);
  },

  "associations-v1-create": async (platform) => {
    const account = await seeded(platform);
    expect((await put(account, "", item(3101, 15, 9601))).status).toBe(200);
    expect(await listed(account, 3101, 15)).toEqual([9601]);
  },
  "associations-v1-create-echo": async (platform) => {
    const { body } = await put(await seeded(platform), "", item(3101, 15, 9601));
    expect(body).toEqual(item(3101, 15, 9601));
  },
  "associations-v1-ids-as-strings": async (platform) => {
    const account = await seeded(platform);
    const { status, body } = await put(account, "", item("9601", "26", "0005201"));
    expect([status, body]).toEqual([200, item(9601, 26, 5201)]);
    expect(await listed(account, 9601, 26)).toEqual([5201]);
    for (const id of ["x", "-1", "1.5", "", 1.5, true]) {
      expectInvalid(await put(account, "", { ...item(3101, 15, 9601), toObjectId: id }), "toObjectId");
    }
  },
  "associations-v1-category": async (platform) => {
    const account = await seeded(platform);
    const other = { ...item(3101, 15, 9601), category: "USER_DEFINED" };
    expectInvalid(await put(account, "", other), "category");
    for (const response of await Promise.all(everyBatch(account, [other]))) expectInvalid(response, "[0].category");
    expectInvalid(await put(account, "/delete", other), "category");
    expect((await account.call({ path: `${root}/3101/USER_DEFINED/15` })).status).toBe(404);
  },
  "associations-v1-both-directions": async (platform) => {
    const account = await seeded(platform);
    await put(account, "", item(7401, 27, 9601));
    expect(await listed(account, 7401, 27)).toEqual([9601]);
    expect(await listed(account, 9601, 28)).toEqual([7401]);
  },
  "associations-v1-create-again": async (platform) => {
    const account = await seeded(platform);
    await put(account, "", item(3101, 15, 9601));
    expect((await put(account, "", item(3101, 15, 9601))).status).toBe(200);
    expect((await put(account, "/create-batch", [item(9601, 16, 3101), item(9601, 16, 3101)])).status).toBe(200);
    expect(await listed(account, 3101, 15)).toEqual([9601]);
    expect(await sentences(account)).toHaveLength(1);
  },
  "associations-v1-create-unknown-record": async (platform) => {
    const account = await seeded(platform);
    for (const [wrong, id] of [
      [item(3999, 15, 9601), "3999"],
      [item(3101, 15, 9999), "9999"],
      [item(9601, 15, 9602), "9601"],
      [item(-3101, 15, 9601), "-3101"],
      [item("9".repeat(18), 15, 9601), "9".repeat(18)],
    ] as const) {
      const { status, body } = await put(account, "", wrong);
      expect([status, body.category, body.context]).toEqual([400, "VALIDATION_ERROR", { INVALID_OBJECT_IDS: [id] }]);
    }
    expect(await sentences(account)).toEqual([]);
  },
  "associations-v1-create-unknown-definition": async (platform) => {
    const account = await seeded(platform);
    for (const definitionId of [0, 21, 1201, "999999"])
      expectInvalid(await put(account, "", item(3101, definitionId, 9601)), "definitionId");
    expectInvalid(await put(account, "/create-batch", [item(3101, 15, 9601), item(3101, 21, 9601)]), "[1].definitionId");
  },
  "associations-v1-batch-create": async (platform) => {
    const account = await seeded(platform);
    const { status, body } = await put(account, "/create-batch", [item(3101, 15, 9601), item(3101, 15, 9602), item(7401, 5, 5201)]);
    expect([status, body]).toEqual([200, {}]);
    expect(await listed(account, 3101, 15)).toEqual([9601, 9602]);
    expect(await listed(account, 5201, 6)).toEqual([7401]);
    expect((await put(account, "/create-batch", [])).status).toBe(200);
  },
  "associations-v1-batch-create-at-most-100": async (platform) => {
    const tickets = ids(9700, 101);
    const account = await seeded(platform, { records: { contacts: [{ id: "3101" }], tickets: tickets.map((id) => ({ id })) } });
    const items = tickets.map((id) => item(3101, 15, Number(id)));
    expectInvalid(await put(account, "/create-batch", items), "body");
    expect(await listed(account, 3101, 15)).toEqual([]);
    expect((await put(account, "/create-batch", items.slice(1))).status).toBe(200);
    expect(await listed(account, 3101, 15, { limit: 100 })).toHaveLength(100);
  },
  "associations-v1-batch-create-all-or-none": async (platform) => {
    const account = await seeded(platform);
    for (const wrong of [item(3999, 15, 9601), item(3101, 21, 9601)]) {
      expect((await put(account, "/create-batch", [item(3101, 15, 9601), wrong])).status).toBe(400);
    }
    expect(await listed(account, 3101, 15)).toEqual([]);
  },

  "associations-v1-delete": async (platform) => {
    const account = await seeded(platform);
    await put(account, "", item(3101, 15, 9601));
    const { status, body } = await put(account, "/delete", item("3101", "15", "9601"));
    expect([status, body]).toEqual([200, {}]);
    expect(await listed(account, 3101, 15)).toEqual([]);
  },
  "associations-v1-delete-both-directions": async (platform) => {
    const account = await seeded(platform);
    const before = (await account.snapshot()).records;
    await put(account, "", item(3101, 15, 9601));
    await put(account, "/delete", item(9601, 16, 3101));
    expect([await listed(account, 3101, 15), await listed(account, 9601, 16)]).toEqual([[], []]);
    expect((await account.snapshot()).records).toEqual(before);
  },
  "associations-v1-delete-missing": async (platform) => {
    const account = await seeded(platform);
    expect((await put(account, "/delete", item(3101, 15, 9601))).status).toBe(200);
    expect((await put(account, "/delete-batch", [item(3999, 15, 9999), item(-1, 7, -1)])).status).toBe(200);
  },
  "associations-v1-delete-unknown-definition": async (platform) => {
    expectInvalid(await put(await seeded(platform), "/delete", item(3101, 21, 9601)), "definitionId");
  },
  "associations-v1-batch-delete": async (platform) => {
    const account = await seeded(platform);
    await put(account, "/create-batch", [item(7401, 27, 9601), item(7401, 27, 9602), item(3101, 15, 9601)]);
    const { status, body } = await put(account, "/delete-batch", [item(7401, 27, 9601), item(9601, 16, 3101)]);
    expect([status, body]).toEqual([200, {}]);
    expect([await listed(account, 7401, 27), await listed(account, 3101, 15)]).toEqual([[9602], []]);
  },
  "associations-v1-batch-delete-all-or-none": async (platform) => {
    const account = await seeded(platform);
    await put(account, "", item(3101, 15, 9601));
    expectInvalid(await put(account, "/delete-batch", [item(3101, 15, 9601), item(3101, 21, 9601)]), "[1].definitionId");
    expect(await listed(account, 3101, 15)).toEqual([9601]);
  },

  "associations-v1-list": async (platform) => {
    const account = await seeded(platform);
    await put(account, "", item(3101, 15, 9601));
    const { status, body } = await list(account, 3101, 15);
    expect([status, body]).toEqual([200, [{ results: [9601], hasMore: false, offset: 9601 }]]);
  },
  "associations-v1-list-ids": async (platform) => {
    const account = await withTickets(platform, ["9702", "11", "970", "9701"]);
    expect(await listed(account, 3101, 15)).toEqual([11, 970, 9701, 9702]);
  },
  "associations-v1-list-limit": async (platform) => {
    const account = await withTickets(platform, ids(9700, 103));
    const byDefault = await list(account, 3101, 15);
    expect([byDefault.body[0].results.length, byDefault.body[0].hasMore]).toEqual([10, true]);
    expect(await listed(account, 3101, 15, { limit: 100 })).toHaveLength(100);
    expect(await listed(account, 3101, 15, { limit: 1 })).toEqual([9700]);
    const [last] = (await list(account, 3101, 15, { limit: 4, offset: 9798 })).body;
    expect(last).toEqual({ results: [9799, 9800, 9801, 9802], hasMore: false, offset: 9802 });
    for (const limit of [0, -1, 101]) expectInvalid(await list(account, 3101, 15, { limit }), "limit");
  },
  "associations-v1-list-offset": async (platform) => {
    const account = await withTickets(platform, ids(9700, 7));
    const chunks = [];
    let offset = 0;
    let hasMore = true;
    while (hasMore && chunks.length < 9) {
      const [chunk] = (await list(account, 3101, 15, { limit: 3, offset })).body;
      chunks.push(chunk.results);
      ({ offset, hasMore } = chunk);
      expect(offset).toBe(chunk.results.at(-1));
    }
    expect(chunks).toEqual([[9700, 9701, 9702], [9703, 9704, 9705], [9706]]);
  },
  "associations-v1-list-empty": async (platform) => {
    const { status, body } = await list(await seeded(platform), 3102, 15);
    expect([status, body]).toEqual([200, [{ results: [], hasMore: false, offset: 0 }]]);
  },
  "associations-v1-list-unknown-record": async (platform) => {
    const account = await seeded(platform);
    for (const id of [3999, 9601, -3101]) expectNotFound(await list(account, id, 15));
    expectNotFound(await list(account, 3101, 8));
  },
  "associations-v1-list-unknown-definition": async (platform) => {
    const account = await seeded(platform);
    for (const definitionId of [0, 21, 1201, -1]) expectInvalid(await list(account, 3101, definitionId), "definitionId");
  },
  "associations-v1-list-archived": async (platform) => {
    const tickets = ids(9700, 6);
    const account = await withTickets(platform, tickets);
    for (const id of tickets.slice(0, 4)) await account.call({ method: "DELETE", path: `/crm/objects/2026-03/tickets/${id}` });
    const { body } = await list(account, 3101, 15, { limit: 1 });
    expect(body).toEqual([{ results: [9704], hasMore: true, offset: 9704 }]);
    expectNotFound(await list(account, 9700, 16));
  },

  "associations-v1-nameless-labels": async (platform) => {
    const account = await seeded(platform);
    const nameless = associationTypes.filter(({ id }) => id >= 33 && id <= 46);
    expect(nameless).toHaveLength(14);
    for (const { id, from } of nameless.filter((type) => type.id % 2 === 1)) {
      const record = from === "contacts" ? 3101 : 5203;
      expect((await put(account, "", item(record, id, 5201))).status).toBe(200);
      expect(await listed(account, 5201, id + 1)).toEqual([record]);
    }
  },
  "associations-v1-engagements": async (platform) => {
    const account = await seeded(platform);
    const { status, body } = await put(account, "", item(9601, 17, 512001));
    expect([status, body]).toEqual([200, item(9601, 17, 512001)]);
    expect(await read(account, "tickets/meetings", "9601")).toEqual(["512001 ticket_to_meeting_event"]);
    await put(account, "", item(512101, 10, 3101));
    expect(await read(account, "contacts/calls", "3101")).toEqual(["512101 contact_to_call"]);
    expect(await listed(account, 512101, 10)).toEqual([3101]);
    await put(account, "/delete", item(3101, 9, 512101));
    expect(await read(account, "contacts/calls", "3101")).toEqual([]);
    expect((await put(account, "", item(7401, 11, 9601))).body.context).toEqual({ INVALID_OBJECT_IDS: ["9601"] });
  },
  "associations-v1-engagements-list": async (platform) => {
    const account = await seeded(platform);
    await put(
      account,
      "/create-batch",
      [512002, 512101, 512000, 512001].map((id) => item(5201, 7, id)),
    );
    expect(await listed(account, 5201, 7)).toEqual([512000, 512001, 512002, 512101]);
    const [chunk] = (await list(account, 5201, 7, { limit: 2, offset: 512000 })).body;
    expect(chunk).toEqual({ results: [512001, 512002], hasMore: true, offset: 512002 });
  },
  "associations-v1-engagements-order": async (platform) => {
    const kinds = { notes: ["9"], calls: ["20", "1001"], emails: ["100"], meetings: ["1000"], tasks: ["8"] };
    const activities = Object.fromEntries(Object.entries(kinds).map(([kind, numbers]) => [kind, numbers.map((id) => ({ id }))]));
    const account = await seeded(platform, { records: { companies: [{ id: "5201" }], ...activities } });
    await put(
      account,
      "/create-batch",
      [1001, 20, 100, 8, 1000, 9].map((id) => item(5201, 7, id)),
    );
    const chunks = [];
    for (let offset = 0, hasMore = true; hasMore && chunks.length < 9; ) {
      const [chunk] = (await list(account, 5201, 7, { limit: 2, offset })).body;
      chunks.push(chunk.results);
      ({ offset, hasMore } = chunk);
    }
    expect(chunks).toEqual([
      [8, 9],
      [20, 100],
      [1000, 1001],
    ]);
  },
  "associations-v1-engagements-delete-one": async (platform) => {
    const account = await seeded(platform, { records: { contacts: [{ id: "1" }], calls: [{ id: "5" }], notes: [{ id: "5" }] } });
    const linkBoth = async () => {
      await create(account, "contacts/calls", "1 contact_to_call 5");
      await create(account, "contacts/notes", "1 contact_to_note 5");
    };
    const left = async () => [await read(account, "contacts/calls", "1"), await read(account, "contacts/notes", "1")];
    await linkBoth();
    await put(account, "/delete", item(1, 9, 5));
    expect(await left()).toEqual([[], ["5 contact_to_note"]]);
    expect(await listed(account, 1, 9)).toEqual([5]);
    await put(account, "/delete", item(5, 10, 1));
    expect(await left()).toEqual([[], []]);
    await linkBoth();
    await put(account, "/delete-batch", [item(1, 9, 5), item(5, 10, 1)]);
    expect(await left()).toEqual([[], []]);
    await linkBoth();
    await put(account, "/delete-batch", [item(1, 193, 5), item(1, 9, 5)]);
    expect(await left()).toEqual([[], []]);
    expect((await put(account, "/delete", item(1, 9, 5))).status).toBe(200);
    await linkBoth();
    await account.seed({ records: { calls: [{ id: "5", archivedAt: demoTime }] } });
    await put(account, "/delete", item(1, 9, 5));
    expect(await sentences(account)).toEqual(["contacts/1 contact_to_call calls/5"]);
  },

  "associations-v1-of-one-account": async (platform) => {
    const account = await seeded(platform);
    const other = await seeded(platform);
    await put(account, "", item(3101, 15, 9601));
    expect(await listed(other, 3101, 15)).toEqual([]);
    await put(other, "/delete", item(3101, 15, 9601));
    expect(await listed(account, 3101, 15)).toEqual([9601]);
  },
};

function item(fromObjectId: number | string, definitionId: number | string, toObjectId: number | string): Item {
  return { fromObjectId, toObjectId, category: "SERVICE_DEFINED", definitionId };
}

function put(account: TestAccount, action: string, body: unknown): Promise<TestResponse> {
  return account.call({ method: "PUT", path: `${root}${action}`, body });
}

function everyBatch(account: TestAccount, items: readonly unknown[]): Promise<TestResponse>[] {
  return ["/create-batch", "/delete-batch"].map((action) => put(account, action, items));
}

function list(
  account: TestAccount,
  objectId: number,
  definitionId: number,
  query: Readonly<Record<string, number>> = {},
): Promise<TestResponse> {
  return account.call({ path: `${root}/${objectId}/SERVICE_DEFINED/${definitionId}`, query });
}

async function listed(
  account: TestAccount,
  objectId: number,
  definitionId: number,
  query?: Readonly<Record<string, number>>,
): Promise<number[]> {
  return (await list(account, objectId, definitionId, query)).body[0].results;
}

async function withTickets(platform: Parameters<Rows[string]>[0], tickets: readonly string[]): Promise<TestAccount> {
  const account = await seeded(platform, { records: { contacts: [{ id: "3101" }], tickets: tickets.map((id) => ({ id })) } });
  await create(account, "contacts/tickets", ...tickets.map((id) => `3101 contact_to_ticket ${id}`));
  return account;
}
