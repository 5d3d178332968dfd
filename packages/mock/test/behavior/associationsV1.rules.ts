import { associationTypes } from "@crm-platform/types";
import { expect } from "vitest";
import { batch, create, ids, input, read, seededAccount, sentences, withTickets } from "./associated.ts";
import { demoTime, type TestAccount, type TestResponse } from "./platform.ts";
import { expectInvalid, expectNotFound } from "./rejections.ts";
import { rule, rules } from "./rules.ts";

const root = "/crm-associations/v1/associations";

interface Item {
  readonly fromObjectId: number | string;
  readonly toObjectId: number | string;
  readonly category: string;
  readonly definitionId: number | string;
}

rules("associationsV1", {
  "associations-v1-any-scope": rule(
    "Each of the five operations accepts any one of the newer interface's scopes.",
    "assumed",
  )(async (platform) => {
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
  }),

  // Shared with the newer interface
  "associations-v1-definition-ids": rule(
    "A definition id is the id of an association type in the newer interface. For example, 15 is the type from a contact to a ticket, " +
      "and 26 is the type from a ticket to a company.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    await create(account, "tickets/companies", "9601 ticket_to_company 5201", "9601 ticket_to_company_unlabeled 5202");
    expect(await listed(account, 3101, 15)).toEqual([9601]);
    expect(await listed(account, 9601, 26)).toEqual([5201]);
    expect(await listed(account, 9601, 339)).toEqual([5202]);
    expect(await listed(account, 9601, 16)).toEqual([3101]);
  }),
  "associations-v1-one-store": rule(
    "A change made through one of the two interfaces is immediately visible in the other.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await put(account, "", item(3101, 15, 9601));
    expect(await read(account, "tickets/contacts", "9601")).toEqual(["3101 ticket_to_contact"]);
    await batch(account, "tickets/contacts", "archive", [input("9601 ticket_to_contact 3101")]);
    expect(await listed(account, 3101, 15)).toEqual([]);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9602");
    await put(account, "/delete", item(9602, 16, 3101));
    expect(await read(account, "contacts/tickets", "3101")).toEqual([]);
  }),
  "associations-v1-one-primary-company": rule(
    "The v1 interface also allows at most one primary company per record.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await put(account, "", item(3101, 1, 5201));
    await put(account, "/create-batch", [item(5202, 2, 3101), item(9601, 26, 5201)]);
    expect(await listed(account, 3101, 1)).toEqual([5202]);
    expect(await listed(account, 3101, 279)).toEqual([5201]);
    expect(await listed(account, 5201, 280)).toEqual([3101]);
    expect(await listed(account, 9601, 26)).toEqual([5201]);
  }),
  "associations-v1-custom-labels": rule(
    "The id of a custom label is also a valid definition id.",
    "assumed",
  )(async (platform) => {
    const label = { id: 1201, name: "billing_contact", label: "Billing contact", from: "contacts", to: "companies" };
    const account = await seededAccount(platform, {
      associationLabels: [{ ...label, inverse: { id: 1202, name: "bills", label: "Bills" } }],
    });
    expect((await put(account, "", item(3101, 1201, 5201))).status).toBe(200);
    expect(await listed(account, 5201, 1202)).toEqual([3101]);
    expect(await read(account, "companies/contacts", "5201")).toEqual(["3101 bills"]);
    // Definition 1 is a default definition and therefore still exists.
    expect((await put(account, "", item(3102, 1, 5202))).status).toBe(200);
    expect((await put(account, "", item(3101, 15, 9601))).status).toBe(200);
    expect([await listed(account, 5202, 2), await listed(account, 9601, 16)]).toEqual([[3102], [3101]]);
  }),

  // Create
  "associations-v1-create": rule(
    "`PUT /crm-associations/v1/associations` creates an association and returns 200.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    expect((await put(account, "", item(3101, 15, 9601))).status).toBe(200);
    expect(await listed(account, 3101, 15)).toEqual([9601]);
  }),
  "associations-v1-create-echo": rule(
    "The response to a request that creates one association contains the item from the request.",
    "observed",
  )(async (platform) => {
    const { body } = await put(await seededAccount(platform), "", item(3101, 15, 9601));
    expect(body).toEqual(item(3101, 15, 9601));
  }),
  "associations-v1-ids-as-strings": rule(
    "In requests, an id can be an integer or a string of digits. In responses, ids are integers.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const { status, body } = await put(account, "", item("9601", "26", "0005201"));
    expect([status, body]).toEqual([200, item(9601, 26, 5201)]);
    expect(await listed(account, 9601, 26)).toEqual([5201]);
    for (const id of ["x", "-1", "1.5", "", 1.5, true]) {
      expectInvalid(await put(account, "", { ...item(3101, 15, 9601), toObjectId: id }), "toObjectId");
    }
  }),
  "associations-v1-category": rule(
    "The category must be SERVICE_DEFINED. Any other value is rejected with status 400 and an error for `category`.",
    { grade: "described", source: "platform description, v1 association item" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    const other = { ...item(3101, 15, 9601), category: "USER_DEFINED" };
    expectInvalid(await put(account, "", other), "category");
    for (const response of await Promise.all(everyBatch(account, [other]))) expectInvalid(response, "[0].category");
    expectInvalid(await put(account, "/delete", other), "category");
    expect((await account.call({ path: `${root}/3101/USER_DEFINED/15` })).status).toBe(404);
  }),
  "associations-v1-both-directions": rule(
    "An association is visible from both records.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await put(account, "", item(7401, 27, 9601));
    expect(await listed(account, 7401, 27)).toEqual([9601]);
    expect(await listed(account, 9601, 28)).toEqual([7401]);
  }),
  "associations-v1-create-again": rule(
    "If an association already exists, a request to create it returns 200 and does not duplicate it.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await put(account, "", item(3101, 15, 9601));
    expect((await put(account, "", item(3101, 15, 9601))).status).toBe(200);
    expect((await put(account, "/create-batch", [item(9601, 16, 3101), item(9601, 16, 3101)])).status).toBe(200);
    expect(await listed(account, 3101, 15)).toEqual([9601]);
    expect(await sentences(account)).toHaveLength(1);
  }),
  "associations-v1-create-unknown-record": rule(
    "A request to create an association with a nonexistent record is rejected with status 400, and `context.INVALID_OBJECT_IDS` lists " +
      "the record.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
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
  }),
  "associations-v1-create-unknown-definition": rule(
    "A request to create an association with an unknown definition id is rejected with status 400 and an error for `definitionId`.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const definitionId of [0, 21, 1201, "999999"])
      expectInvalid(await put(account, "", item(3101, definitionId, 9601)), "definitionId");
    expectInvalid(await put(account, "/create-batch", [item(3101, 15, 9601), item(3101, 21, 9601)]), "[1].definitionId");
  }),
  "associations-v1-batch-create": rule("A batch request creates one association per item and returns 200 with a JSON object.", {
    grade: "described",
    source: "platform description, Associations v1 (legacy)",
  })(async (platform) => {
    const account = await seededAccount(platform);
    const { status, body } = await put(account, "/create-batch", [item(3101, 15, 9601), item(3101, 15, 9602), item(7401, 5, 5201)]);
    expect([status, body]).toEqual([200, {}]);
    expect(await listed(account, 3101, 15)).toEqual([9601, 9602]);
    expect(await listed(account, 5201, 6)).toEqual([7401]);
    expect((await put(account, "/create-batch", [])).status).toBe(200);
  }),
  "associations-v1-batch-create-at-most-100": rule(
    "A batch can create up to 100 associations. A larger batch is rejected with status 400, and nothing is created.",
    { grade: "described", source: "platform description, Limits" },
  )(async (platform) => {
    const tickets = ids(9700, 101);
    const account = await seededAccount(platform, { records: { contacts: [{ id: "3101" }], tickets: tickets.map((id) => ({ id })) } });
    const items = tickets.map((id) => item(3101, 15, Number(id)));
    expectInvalid(await put(account, "/create-batch", items), "body");
    expect(await listed(account, 3101, 15)).toEqual([]);
    expect((await put(account, "/create-batch", items.slice(1))).status).toBe(200);
    expect(await listed(account, 3101, 15, { limit: 100 })).toHaveLength(100);
  }),
  "associations-v1-batch-create-all-or-none": rule(
    "If any item has an unknown record or definition id, the whole batch is rejected with status 400, and nothing is created.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const wrong of [item(3999, 15, 9601), item(3101, 21, 9601)]) {
      expect((await put(account, "/create-batch", [item(3101, 15, 9601), wrong])).status).toBe(400);
    }
    expect(await listed(account, 3101, 15)).toEqual([]);
  }),

  // Delete
  "associations-v1-delete": rule("A request that deletes an association returns 200 with a JSON object.", {
    grade: "described",
    source: "platform description, Associations v1 (legacy)",
  })(async (platform) => {
    const account = await seededAccount(platform);
    await put(account, "", item(3101, 15, 9601));
    const { status, body } = await put(account, "/delete", item("3101", "15", "9601"));
    expect([status, body]).toEqual([200, {}]);
    expect(await listed(account, 3101, 15)).toEqual([]);
  }),
  "associations-v1-delete-both-directions": rule(
    "When an association is deleted, both of its directions are removed, and both records remain.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const before = (await account.snapshot()).records;
    await put(account, "", item(3101, 15, 9601));
    await put(account, "/delete", item(9601, 16, 3101));
    expect([await listed(account, 3101, 15), await listed(account, 9601, 16)]).toEqual([[], []]);
    expect((await account.snapshot()).records).toEqual(before);
  }),
  "associations-v1-delete-missing": rule(
    "A request to delete a nonexistent association returns 200.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    expect((await put(account, "/delete", item(3101, 15, 9601))).status).toBe(200);
    expect((await put(account, "/delete-batch", [item(3999, 15, 9999), item(-1, 7, -1)])).status).toBe(200);
  }),
  "associations-v1-delete-unknown-definition": rule(
    "A request to delete an association with an unknown definition id is rejected with status 400 and an error for `definitionId`.",
    "assumed",
  )(async (platform) => {
    expectInvalid(await put(await seededAccount(platform), "/delete", item(3101, 21, 9601)), "definitionId");
  }),
  "associations-v1-batch-delete": rule("A batch request deletes one association per item and returns 200 with a JSON object.", {
    grade: "described",
    source: "platform description, Associations v1 (legacy)",
  })(async (platform) => {
    const account = await seededAccount(platform);
    await put(account, "/create-batch", [item(7401, 27, 9601), item(7401, 27, 9602), item(3101, 15, 9601)]);
    const { status, body } = await put(account, "/delete-batch", [item(7401, 27, 9601), item(9601, 16, 3101)]);
    expect([status, body]).toEqual([200, {}]);
    expect([await listed(account, 7401, 27), await listed(account, 3101, 15)]).toEqual([[9602], []]);
  }),
  "associations-v1-batch-delete-all-or-none": rule(
    "If any item has an unknown definition id, the whole batch is rejected with status 400, and nothing is deleted.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await put(account, "", item(3101, 15, 9601));
    expectInvalid(await put(account, "/delete-batch", [item(3101, 15, 9601), item(3101, 21, 9601)]), "[1].definitionId");
    expect(await listed(account, 3101, 15)).toEqual([9601]);
  }),

  // List
  "associations-v1-list": rule("The list is an array of chunks, each with `results`, `hasMore` and `offset`.", {
    grade: "described",
    source: "platform description, v1 association item",
  })(async (platform) => {
    const account = await seededAccount(platform);
    await put(account, "", item(3101, 15, 9601));
    const { status, body } = await list(account, 3101, 15);
    expect([status, body]).toEqual([200, [{ results: [9601], hasMore: false, offset: 9601 }]]);
  }),
  "associations-v1-list-ids": rule(
    "The results are the ids of the records that are associated through the given definition. The ids are integers in ascending order.",
    "assumed",
  )(async (platform) => {
    const account = await withTickets(platform, ["9702", "11", "970", "9701"]);
    expect(await listed(account, 3101, 15)).toEqual([11, 970, 9701, 9702]);
  }),
  "associations-v1-list-limit": rule(
    "A response contains up to `limit` ids, and up to 10 ids by default. A `limit` below 1 or above 100 is rejected with status 400.",
    { grade: "described", source: "platform description, Limits" },
  )(async (platform) => {
    const account = await withTickets(platform, ids(9700, 103));
    const byDefault = await list(account, 3101, 15);
    expect([byDefault.body[0].results.length, byDefault.body[0].hasMore]).toEqual([10, true]);
    expect(await listed(account, 3101, 15, { limit: 100 })).toHaveLength(100);
    expect(await listed(account, 3101, 15, { limit: 1 })).toEqual([9700]);
    const [last] = (await list(account, 3101, 15, { limit: 4, offset: 9798 })).body;
    expect(last).toEqual({ results: [9799, 9800, 9801, 9802], hasMore: false, offset: 9802 });
    for (const limit of [0, -1, 101]) expectInvalid(await list(account, 3101, 15, { limit }), "limit");
  }),
  "associations-v1-list-offset": rule(
    "The `offset` of a chunk is the last id in the chunk. A request with this `offset` returns the next chunk.",
    "observed",
  )(async (platform) => {
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
  }),
  "associations-v1-list-empty": rule(
    "For a record without associations of the given definition, the list contains one empty chunk.",
    "assumed",
  )(async (platform) => {
    const { status, body } = await list(await seededAccount(platform), 3102, 15);
    expect([status, body]).toEqual([200, [{ results: [], hasMore: false, offset: 0 }]]);
  }),
  "associations-v1-list-unknown-record": rule(
    "If the record does not exist, or if its object type is not the one from which the definition starts, the response is a 404.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const id of [3999, 9601, -3101]) expectNotFound(await list(account, id, 15));
    expectNotFound(await list(account, 3101, 8));
  }),
  "associations-v1-list-unknown-definition": rule(
    "A list request with an unknown definition id is rejected with status 400 and an error for `definitionId`.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const definitionId of [0, 21, 1201, -1]) expectInvalid(await list(account, 3101, definitionId), "definitionId");
  }),
  "associations-v1-list-archived": rule(
    "The list omits archived records, but its pages are still full. The associations of an archived record cannot be listed.",
    "assumed",
  )(async (platform) => {
    const tickets = ids(9700, 6);
    const account = await withTickets(platform, tickets);
    for (const id of tickets.slice(0, 4)) await account.call({ method: "DELETE", path: `/crm/objects/2026-03/tickets/${id}` });
    const { body } = await list(account, 3101, 15, { limit: 1 });
    expect(body).toEqual([{ results: [9704], hasMore: true, offset: 9704 }]);
    expectNotFound(await list(account, 9700, 16));
  }),

  // Types that only this interface supports
  "associations-v1-nameless-labels": rule(
    "The labels with the ids 33 to 46, such as advisor and reseller, associate people or companies with companies. Labels with even ids " +
      "are the opposite directions.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const nameless = associationTypes.filter(({ id }) => id >= 33 && id <= 46);
    expect(nameless).toHaveLength(14);
    for (const { id, from } of nameless.filter((type) => type.id % 2 === 1)) {
      const record = from === "contacts" ? 3101 : 5203;
      expect((await put(account, "", item(record, id, 5201))).status).toBe(200);
      expect(await listed(account, 5201, id + 1)).toEqual([record]);
    }
  }),
  "associations-v1-engagements": rule(
    "Definitions 7 to 12, 17 and 18 associate a record with an activity of any type. In the newer interface, the type of such an " +
      "association depends on the type of the activity.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const { status, body } = await put(account, "", item(9601, 17, 512001));
    expect([status, body]).toEqual([200, item(9601, 17, 512001)]);
    expect(await read(account, "tickets/meetings", "9601")).toEqual(["512001 ticket_to_meeting_event"]);
    await put(account, "", item(512101, 10, 3101));
    expect(await read(account, "contacts/calls", "3101")).toEqual(["512101 contact_to_call"]);
    expect(await listed(account, 512101, 10)).toEqual([3101]);
    await put(account, "/delete", item(3101, 9, 512101));
    expect(await read(account, "contacts/calls", "3101")).toEqual([]);
    expect((await put(account, "", item(7401, 11, 9601))).body.context).toEqual({ INVALID_OBJECT_IDS: ["9601"] });
  }),
  "associations-v1-engagements-list": rule(
    "The list for a definition that covers activities of any type contains activities of all types.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await put(
      account,
      "/create-batch",
      [512002, 512101, 512000, 512001].map((id) => item(5201, 7, id)),
    );
    expect(await listed(account, 5201, 7)).toEqual([512000, 512001, 512002, 512101]);
    const [chunk] = (await list(account, 5201, 7, { limit: 2, offset: 512000 })).body;
    expect(chunk).toEqual({ results: [512001, 512002], hasMore: true, offset: 512002 });
  }),
  "associations-v1-engagements-order": rule(
    "A list that contains activities of several types is ordered numerically by id, across all pages.",
    "assumed",
  )(async (platform) => {
    const kinds = { notes: ["9"], calls: ["20", "1001"], emails: ["100"], meetings: ["1000"], tasks: ["8"] };
    const activities = Object.fromEntries(Object.entries(kinds).map(([kind, numbers]) => [kind, numbers.map((id) => ({ id }))]));
    const account = await seededAccount(platform, { records: { companies: [{ id: "5201" }], ...activities } });
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
  }),
  "associations-v1-engagements-delete-one": rule(
    "If activities of several types have the same id, each request to delete an association by a definition that covers activities of " +
      "any type removes one association. Associations with archived activities are removed last.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, { records: { contacts: [{ id: "1" }], calls: [{ id: "5" }], notes: [{ id: "5" }] } });
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
  }),

  "associations-v1-of-one-account": rule(
    "An account cannot access the associations of another account, even if the record ids are equal.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const other = await seededAccount(platform);
    await put(account, "", item(3101, 15, 9601));
    expect(await listed(other, 3101, 15)).toEqual([]);
    await put(other, "/delete", item(3101, 15, 9601));
    expect(await listed(account, 3101, 15)).toEqual([9601]);
  }),
});

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
