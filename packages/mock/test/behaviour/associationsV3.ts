import { scopes as allScopes } from "@crm-platform/types";
import { expect } from "vitest";
import { batch, create, ids, input, read, seeded, sentences } from "./associated.ts";
import { defaultTypes } from "./defaultTypes.ts";
import { expectInvalid } from "./rejections.ts";
import { demoTime, type Rows, type TestAccount, type TestResponse } from "./rows.ts";
import { violations } from "./violations.ts";

const objectTypes = [
  ["contacts", "contact", "0-1"],
  ["companies", "company", "0-2"],
  ["deals", "deal", "0-3"],
  ["tickets", "ticket", "0-5"],
  ["products", "product", "0-7"],
  ["line_items", "line_item", "0-8"],
  ["quotes", "quote", "0-14"],
  ["communications", "communication", "0-18"],
  ["tasks", "task", "0-27"],
  ["notes", "note", "0-46"],
  ["meetings", "meeting", "0-47", "meeting_event"],
  ["calls", "call", "0-48"],
  ["emails", "email", "0-49"],
  ["postal_mail", "0-116"],
  ["carts", "cart", "0-142"],
  ["listings", "listing", "0-420"],
  ["appointments", "appointment", "0-421"],
];
const label = { id: 1201, name: "billing_contact", label: "Billing contact", from: "contacts", to: "companies" };
const back = { id: 1202, name: "company_to_billing_contact", label: "Bills" };
const labeled = { associationLabels: [{ ...label, inverse: back }] };

export const rows: Rows = {
  "associations-v3-any-scope": async (platform) => {
    const asked = async (account: TestAccount) => [
      await types(account, "contacts/companies"),
      ...(await Promise.all(["create", "read", "archive"].map((action) => batch(account, "contacts/companies", action as "create", [])))),
    ];
    const any = Object.keys(allScopes).filter((scope) => /^(crm\.objects\.|e-commerce|media_bridge|tickets)/.test(scope));
    expect(any).toHaveLength(65);
    for (const rejected of await asked(await platform.account({ scopes: ["content"] }))) {
      expect([rejected.status, rejected.body.category]).toEqual([403, "MISSING_SCOPES"]);
      expect(new Set(rejected.body.errors[0].context.requiredGranularScopes)).toEqual(new Set(any));
    }
    // The check any-scope-will-do in shared.ts tests the other scopes.
    for (const scope of ["crm.objects.contacts.read", "tickets"]) {
      expect(any).toContain(scope);
      const statuses = (await asked(await platform.account({ scopes: [scope] }))).map(({ status }) => status);
      expect([scope, ...statuses]).toEqual([scope, 200, 201, 200, 204]);
    }
  },

  "associations-v3-numeric-ids": async (platform) => {
    const account = await seeded(platform);
    const pair = "contacts/tickets";
    const numeric = { from: { id: 3101 }, to: { id: 9601 }, type: "contact_to_ticket" };
    const created = await batch(account, pair, "create", [numeric]);
    expect([created.status, created.body.results[0]]).toEqual([
      201,
      { from: { id: "3101" }, to: { id: "9601" }, type: "contact_to_ticket" },
    ]);
    const found = await batch(account, pair, "read", [{ id: 3101 }]);
    expect([found.status, found.body.results]).toEqual([200, [{ from: { id: "3101" }, to: [{ id: "9601", type: "contact_to_ticket" }] }]]);
    expect((await batch(account, pair, "archive", [numeric])).status).toBe(204);
    expect(await sentences(account)).toEqual([]);
    const problem = (field: string) => ({
      in: field,
      code: "type",
      message: `${field} must be a string`,
      received: "number",
      accepted: true,
    });
    const ofBoth = [problem("inputs[0].from.id"), problem("inputs[0].to.id")];
    const expected = [...ofBoth, problem("inputs[0].id"), ...ofBoth];
    // The problems are sorted, because two mocks write an account's journal entries in any order.
    const inOrder = (problems: readonly { readonly in: string }[]) => problems.toSorted((one, other) => one.in.localeCompare(other.in));
    expect(inOrder(await violations(platform, account, 3))).toEqual(inOrder(expected));
  },

  "associations-v3-object-type-names": async (platform) => {
    const account = await seeded(platform);
    for (const [plural, ...others] of objectTypes) {
      const expected = (await types(account, `${plural}/companies`)).body;
      expect([plural, expected.results.length > 0]).toEqual([
        plural,
        !["products", "line_items", "quotes", "postal_mail", "carts", "listings", "appointments"].includes(plural as string),
      ]);
      for (const name of [...others, ...others.map((other) => other.toUpperCase()), plural?.toUpperCase()]) {
        const response = await types(account, `${name}/Company`);
        expect([name, response.status, response.body]).toEqual([name, 200, expected]);
      }
    }
  },
  "associations-v3-unknown-object-type": async (platform) => {
    const account = await seeded(platform);
    for (const name of ["people", "0-999", "2-", "2-0", "2-x", "0_1", "engagements", "contacts "]) {
      for (const response of await everyOperation(account, `${encodeURIComponent(name)}/companies`))
        expectInvalid(response, "fromObjectType");
      for (const response of await everyOperation(account, `contacts/${encodeURIComponent(name)}`)) expectInvalid(response, "toObjectType");
    }
  },
  "associations-v3-custom-object-types": async (platform) => {
    const account = await seeded(platform, {
      records: { "2-31": [{ id: "800001" }], contacts: [{ id: "3101" }] },
      associationLabels: [{ id: 1301, name: "bicycle_rider", label: "Rider", from: "2-31", to: "contacts" }],
    });
    expect((await create(account, "2-31/contacts", "800001 bicycle_rider 3101")).status).toBe(201);
    expect(await read(account, "2-31/contacts", "800001")).toEqual(["3101 bicycle_rider"]);
  },

  "associations-v3-list-types": async (platform) => {
    const { status, body } = await types(await seeded(platform), "contacts/companies");
    expect([status, body]).toEqual([
      200,
      {
        results: [
          { id: "1", name: "contact_to_company" },
          { id: "279", name: "contact_to_company_unlabeled" },
        ],
      },
    ]);
  },
  "associations-v3-default-types": async (platform) => {
    const account = await seeded(platform);
    const plurals = objectTypes.map(([plural]) => plural);
    const pairs = plurals.flatMap((from) => plurals.map((to) => `${from}/${to}`));
    expect(pairs).toEqual(expect.arrayContaining(Object.keys(defaultTypes)));
    for (const pair of pairs) {
      const { results } = (await types(account, pair)).body;
      const listed = results.map(({ id, name }: { id: string; name: string }) => `${id} ${name}`);
      expect([pair, ...listed]).toEqual([pair, ...(defaultTypes[pair] ?? [])]);
    }
  },
  "associations-v3-types-have-a-direction": async (platform) => {
    const account = await seeded(platform);
    expect((await types(account, "contacts/tickets")).body.results).toEqual([{ id: "15", name: "contact_to_ticket" }]);
    expect((await types(account, "tickets/contacts")).body.results).toEqual([{ id: "16", name: "ticket_to_contact" }]);
  },
  "associations-v3-labels-listed": async (platform) => {
    const account = await seeded(platform, labeled);
    expect((await types(account, "contacts/companies")).body.results).toContainEqual({ id: "1201", name: "billing_contact" });
    expect((await types(account, "companies/contacts")).body.results).toContainEqual({ id: "1202", name: "company_to_billing_contact" });
  },
  "associations-v3-labels-of-one-account": async (platform) => {
    await seeded(platform, labeled);
    const other = await seeded(platform);
    expect((await types(other, "contacts/companies")).body.results).toHaveLength(2);
    expectInvalid(await create(other, "contacts/companies", "3101 billing_contact 5201"), "inputs[0].type");
  },
  "associations-v3-nameless-types-unlisted": async (platform) => {
    const { body } = await types(await seeded(platform), "companies/companies");
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual(["13", "14", "450"]);
  },
  "associations-v3-pair-without-types": async (platform) => {
    const { status, body } = await types(await seeded(platform), "carts/listings");
    expect([status, body]).toEqual([200, { results: [] }]);
  },

  "associations-v3-create": async (platform) => {
    const { status, body } = await create(await seeded(platform), "contacts/tickets", "3101 contact_to_ticket 9601");
    expect([status, body.status, body.startedAt, body.completedAt]).toEqual([201, "COMPLETE", demoTime, demoTime]);
    expect(Object.keys(body)).not.toContain("errors");
  },
  "associations-v3-create-results": async (platform) => {
    const account = await seeded(platform);
    const { body } = await create(account, "contacts/tickets", "3101 contact_to_ticket 9601", "3102 contact_to_ticket 9601");
    const expected = [
      "3101 contact_to_ticket 9601",
      "9601 ticket_to_contact 3101",
      "3102 contact_to_ticket 9601",
      "9601 ticket_to_contact 3102",
    ];
    expect(body.results).toHaveLength(4);
    expect(new Set(body.results)).toEqual(new Set(expected.map(input)));
  },
  "associations-v3-from-both-sides": async (platform) => {
    const account = await seeded(platform);
    await create(account, "tickets/meetings", "9601 ticket_to_meeting_event 512001");
    expect(await read(account, "tickets/meetings", "9601")).toEqual(["512001 ticket_to_meeting_event"]);
    expect(await read(account, "meetings/tickets", "512001")).toEqual(["9601 meeting_event_to_ticket"]);
  },
  "associations-v3-create-again": async (platform) => {
    const account = await seeded(platform);
    const again = ["3101 contact_to_ticket 9601", "3101 contact_to_ticket 9601"];
    await create(account, "contacts/tickets", ...again);
    expect((await create(account, "contacts/tickets", ...again)).status).toBe(201);
    expect((await create(account, "tickets/contacts", "9601 ticket_to_contact 3101")).status).toBe(201);
    expect(await read(account, "contacts/tickets", "3101")).toEqual(["9601 contact_to_ticket"]);
    expect(await sentences(account)).toHaveLength(1);
  },
  "associations-v3-type-name-in-any-case": async (platform) => {
    const account = await seeded(platform, labeled);
    const { status, body } = await create(account, "contacts/companies", "3101 CONTACT_to_Company 5201", "3101 BILLING_CONTACT 5201");
    expect([status, body.results[0].type, body.results[2].type]).toEqual([201, "contact_to_company", "billing_contact"]);
  },
  "associations-v3-unknown-type": async (platform) => {
    const account = await seeded(platform);
    for (const name of ["contact_to_nothing", "1", "contact_to_company_", "null"]) {
      const response = await create(account, "contacts/companies", "3101 contact_to_company 5201", `3101 ${name} 5201`);
      expectInvalid(response, "inputs[1].type");
    }
    expect(await sentences(account)).toEqual([]);
  },
  "associations-v3-type-of-another-pair": async (platform) => {
    const account = await seeded(platform);
    for (const name of ["contact_to_ticket", "company_to_contact"]) {
      expectInvalid(await create(account, "contacts/companies", `3101 ${name} 5201`, "3101 contact_to_company 5201"), "inputs[0].type");
    }
    expect(await sentences(account)).toEqual([]);
  },
  "associations-v3-create-unknown-records": async (platform) => {
    const account = await seeded(platform);
    const inputs = [
      "3999 contact_to_company 5201",
      "3101 contact_to_company 5999",
      "unknown contact_to_company 05201",
      "3999 contact_to_company 5202",
    ];
    const { status, body } = await create(account, "contacts/companies", ...inputs);
    expect([status, body.category]).toEqual([400, "VALIDATION_ERROR"]);
    expect(body.context.INVALID_OBJECT_IDS.sort()).toEqual(["05201", "3999", "5999", "unknown"]);
    expect(await sentences(account)).toEqual([]);
  },
  "associations-v3-create-some-unknown-records": async (platform) => {
    const account = await seeded(platform);
    const inputs = ["3101 contact_to_company 5201", "3999 contact_to_company 5201", "3102 contact_to_company 5999"];
    const { status, body } = await create(account, "contacts/companies", ...inputs);
    expect([status, body.status, body.results.length, body.numErrors, body.errors.length]).toEqual([207, "COMPLETE", 2, 1, 1]);
    expect(body.errors[0]).toMatchObject({ status: "400", category: "VALIDATION_ERROR", errors: [], links: {} });
    expect(body.errors[0].context.INVALID_OBJECT_IDS.sort()).toEqual(["3999", "5999"]);
    expect(await read(account, "contacts/companies", "3101")).toEqual(["5201 contact_to_company"]);
  },
  "associations-v3-create-archived-records": async (platform) => {
    const account = await seeded(platform);
    await archiveTicket(account, "9601");
    const { status, body } = await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    expect([status, body.context]).toEqual([400, { INVALID_OBJECT_IDS: ["9601"] }]);
  },
  "associations-v3-create-at-most-2000": async (platform) => {
    const account = await seeded(platform, { records: { contacts: [{ id: "3101" }], tickets: ids(900001, 2001).map((id) => ({ id })) } });
    const inputs = ids(900001, 2001).map((id) => `3101 contact_to_ticket ${id}`);
    expectInvalid(await create(account, "contacts/tickets", ...inputs), "inputs");
    expect(await read(account, "contacts/tickets", "3101")).toEqual([]);
    const { status, body } = await create(account, "contacts/tickets", ...inputs.slice(1));
    expect([status, body.results.length]).toEqual([201, 4000]);
  },
  "associations-v3-by-label": async (platform) => {
    const account = await seeded(platform, labeled);
    const { body } = await create(account, "contacts/companies", "3101 billing_contact 5201");
    expect(body.results).toEqual(["3101 billing_contact 5201", "5201 company_to_billing_contact 3101"].map(input));
    expect(await read(account, "companies/contacts", "5201")).toEqual(["3101 company_to_billing_contact"]);
  },

  "associations-v3-primary-types": async (platform) => {
    const account = await seeded(platform);
    for (const [pair, id, type] of [
      ["contacts/companies", "3101", "contact_to_company"],
      ["deals/companies", "7401", "deal_to_company"],
      ["tickets/companies", "9601", "ticket_to_company"],
    ] as const) {
      await create(account, pair, `${id} ${type}_unlabeled 5202`);
      expect(await read(account, pair, id)).toEqual([]);
      await create(account, pair, `${id} ${type} 5201`);
      expect(await read(account, pair, id)).toEqual([`5201 ${type}`]);
    }
  },
  "associations-v3-one-primary-company": async (platform) => {
    const account = await seeded(platform);
    await create(account, "contacts/companies", "3101 contact_to_company 5201", "3101 contact_to_company_unlabeled 5203");
    await create(account, "contacts/companies", "3101 contact_to_company 5202");
    expect(await read(account, "contacts/companies", "3101")).toEqual(["5202 contact_to_company"]);
    expect(await read(account, "companies/contacts", "5201")).toEqual(["3101 company_to_contact_unlabeled"]);
    expect(await read(account, "companies/contacts", "5202")).toEqual(["3101 company_to_contact"]);
    expect(await read(account, "companies/contacts", "5203")).toEqual(["3101 company_to_contact_unlabeled"]);
  },
  "associations-v3-primary-from-the-company": async (platform) => {
    const account = await seeded(platform);
    await create(account, "tickets/companies", "9601 ticket_to_company 5201");
    await create(account, "companies/tickets", "5202 company_to_ticket 9601");
    expect(await read(account, "tickets/companies", "9601")).toEqual(["5202 ticket_to_company"]);
    expect(await read(account, "companies/tickets", "5201")).toEqual(["9601 company_to_ticket_unlabeled"]);
  },
  "associations-v3-primary-in-one-batch": async (platform) => {
    const account = await seeded(platform);
    const inputs = ["7401 deal_to_company 5201", "7401 deal_to_company 5202", "7401 deal_to_company 5203"];
    const { status, body } = await create(account, "deals/companies", ...inputs);
    const expected = ["7401 deal_to_company_unlabeled 5201", "7401 deal_to_company_unlabeled 5202", "7401 deal_to_company 5203"];
    expect(status).toBe(201);
    expect([0, 2, 4].map((index) => body.results[index])).toEqual(expected.map(input));
    expect(body.results[1]).toEqual(input("5201 company_to_deal_unlabeled 7401"));
    expect(await read(account, "deals/companies", "7401")).toEqual(["5203 deal_to_company"]);
    expect(await read(account, "companies/deals", "5202")).toEqual(["7401 company_to_deal_unlabeled"]);
  },
  "associations-v3-unlabeled-beside-primary": async (platform) => {
    const account = await seeded(platform);
    await create(account, "contacts/companies", "3101 contact_to_company 5201", "3101 contact_to_company_unlabeled 5202");
    expect(await read(account, "contacts/companies", "3101")).toEqual(["5201 contact_to_company"]);
    expect(await read(account, "companies/contacts", "5202")).toEqual(["3101 company_to_contact_unlabeled"]);
  },
  "associations-v3-primary-of-many": async (platform) => {
    const account = await seeded(platform);
    await create(account, "companies/contacts", "5201 company_to_contact 3101", "5201 company_to_contact 3102");
    expect(await read(account, "companies/contacts", "5201")).toEqual(["3101 company_to_contact", "3102 company_to_contact"]);
  },

  "associations-v3-read": async (platform) => {
    const account = await seeded(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9602", "3101 contact_to_ticket 9601", "3102 contact_to_ticket 9601");
    const { status, body } = await batch(account, "contacts/tickets", "read", [{ id: "3102" }, { id: "3101" }]);
    expect([status, body.status, body.startedAt, body.completedAt]).toEqual([200, "COMPLETE", demoTime, demoTime]);
    const type = "contact_to_ticket";
    const expected = [
      {
        from: { id: "3101" },
        to: [
          { id: "9601", type },
          { id: "9602", type },
        ],
      },
      { from: { id: "3102" }, to: [{ id: "9601", type }] },
    ];
    expect(new Set(body.results)).toEqual(new Set(expected));
    expect(Object.keys(body)).not.toContain("errors");
  },
  "associations-v3-read-primary-company": async (platform) => {
    const account = await seeded(platform, labeled);
    await create(
      account,
      "contacts/companies",
      "3101 contact_to_company 5202",
      "3101 contact_to_company_unlabeled 5201",
      "3101 billing_contact 5203",
    );
    expect(await read(account, "contacts/companies", "3101")).toEqual(["5202 contact_to_company"]);
    await create(account, "contacts/companies", "3102 contact_to_company_unlabeled 5201");
    expect((await batch(account, "contacts/companies", "read", [{ id: "3102" }])).body.results).toEqual([]);
  },
  "associations-v3-read-companies-without-primary": async (platform) => {
    const account = await seeded(platform);
    await create(account, "meetings/companies", "512001 meeting_event_to_company 5201", "512001 meeting_event_to_company 5202");
    expect(await read(account, "meetings/companies", "512001")).toEqual(["5201 meeting_event_to_company", "5202 meeting_event_to_company"]);
  },
  "associations-v3-read-none": async (platform) => {
    const account = await seeded(platform);
    await create(account, "meetings/contacts", "512001 meeting_event_to_contact 3101");
    await account.seed({ records: { meetings: [{ id: "512003" }] } });
    const { status, body } = await batch(account, "meetings/contacts", "read", [{ id: "512001" }, { id: "512002" }, { id: "512003" }]);
    expect([status, body.status, body.results.length, body.numErrors]).toEqual([207, "COMPLETE", 1, 2]);
    expect(body.errors).toEqual(
      ["512002", "512003"].map((id) => ({
        status: "404",
        category: "OBJECT_NOT_FOUND",
        subCategory: "crm.associations.NO_ASSOCIATIONS_FOUND",
        message: expect.any(String),
        context: { fromObjectId: [id], fromObjectType: ["meeting_event"], toObjectType: ["contact"] },
        errors: [],
        links: {},
      })),
    );
  },
  "associations-v3-read-no-primary-company": async (platform) => {
    const account = await seeded(platform);
    await create(account, "contacts/companies", "3102 contact_to_company_unlabeled 5201");
    const { errors } = (await batch(account, "contacts/companies", "read", [{ id: "3102" }])).body;
    expect(errors[0].message).toBe("The contact has no primary company.");
    const others = (await batch(account, "contacts/tickets", "read", [{ id: "3102" }])).body.errors;
    expect(others[0].message).toBe("The contact has no associated ticket.");
  },
  "associations-v3-read-all-none": async (platform) => {
    const { status, body } = await batch(await seeded(platform), "contacts/tickets", "read", [{ id: "3101" }]);
    expect([status, body.results, body.numErrors]).toEqual([207, [], 1]);
  },
  "associations-v3-read-unknown-record": async (platform) => {
    const { status, body } = await batch(await seeded(platform), "contacts/tickets", "read", [{ id: "3999" }, { id: "unknown" }]);
    expect([status, body.results, body.numErrors]).toEqual([207, [], 2]);
    expect(body.errors[1].context.fromObjectId).toEqual(["unknown"]);
  },
  "associations-v3-read-pages": async (platform) => {
    const tickets = ids(9700, 250);
    const account = await seeded(platform, { records: { companies: [{ id: "5201" }], tickets: tickets.map((id) => ({ id })) } });
    await create(account, "companies/tickets", ...tickets.map((id) => `5201 company_to_ticket_unlabeled ${id}`).reverse());
    const pages = await pagesOf(account, "companies/tickets", "5201");
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(pages.flat()).toEqual(tickets.map((id) => `${id} company_to_ticket_unlabeled`));
  },
  "associations-v3-read-by-several-types": async (platform) => {
    const contacts = ids(3200, 150);
    const account = await seeded(platform, {
      records: { companies: [{ id: "5201" }], contacts: contacts.map((id) => ({ id })) },
      ...labeled,
    });
    const names = ["company_to_contact", "company_to_contact_unlabeled", "company_to_billing_contact"];
    await create(account, "companies/contacts", ...contacts.flatMap((id) => names.map((name) => `5201 ${name} ${id}`)));
    const pages = await pagesOf(account, "companies/contacts", "5201");
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 100, 100, 50]);
    expect(pages.flat()).toEqual(contacts.flatMap((id) => names.map((name) => `${id} ${name}`)));
  },
  "associations-v3-read-past-the-end": async (platform) => {
    const account = await seeded(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    const { status, body } = await batch(account, "contacts/tickets", "read", [{ id: "3101", after: "9601" }]);
    expect([status, body.results]).toEqual([200, [{ from: { id: "3101" }, to: [] }]]);
  },
  "associations-v3-read-cursor": async (platform) => {
    const account = await seeded(platform);
    for (const after of ["", "next", "9601-", "-1", "1e3"]) {
      expectInvalid(await batch(account, "contacts/tickets", "read", [{ id: "3102" }, { id: "3101", after }]), "inputs[1].after");
    }
  },
  "associations-v3-read-twice-in-a-batch": async (platform) => {
    const account = await seeded(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    const twice = [{ id: "3101" }, { id: "3102" }, { id: "3101" }, { id: "3102" }];
    const { body } = await batch(account, "contacts/tickets", "read", twice);
    expect([body.results.length, body.numErrors]).toEqual([1, 1]);
  },
  "associations-v3-read-at-most-1000": async (platform) => {
    const account = await seeded(platform);
    const inputs = ids(3101, 1001).map((id) => ({ id }));
    expectInvalid(await batch(account, "contacts/tickets", "read", inputs), "inputs");
    const { status, body } = await batch(account, "contacts/tickets", "read", inputs.slice(1));
    expect([status, body.numErrors]).toEqual([207, 1000]);
  },
  "associations-v3-read-archived": async (platform) => {
    const account = await seeded(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601", "3101 contact_to_ticket 9602");
    const before = await account.snapshot();
    await archiveTicket(account, "9601");
    expect(await read(account, "contacts/tickets", "3101")).toEqual(["9602 contact_to_ticket"]);
    expect(await read(account, "tickets/contacts", "9601")).toEqual([]);
    await platform.control("PUT", `/accounts/${account.accountId}/snapshot`, {
      ...(await account.snapshot()),
      records: before.records,
    });
    expect(await read(account, "contacts/tickets", "3101")).toEqual(["9601 contact_to_ticket", "9602 contact_to_ticket"]);
    expect(await read(account, "tickets/contacts", "9601")).toEqual(["3101 ticket_to_contact"]);
  },
  "associations-v3-read-nameless-types": async (platform) => {
    const account = await seeded(platform);
    const item = { fromObjectId: 5201, toObjectId: 5202, category: "SERVICE_DEFINED", definitionId: 43 };
    expect((await account.call({ method: "PUT", path: "/crm-associations/v1/associations", body: item })).status).toBe(200);
    expect((await batch(account, "companies/companies", "read", [{ id: "5201" }])).body.numErrors).toBe(1);
    await create(account, "companies/companies", "5201 parent_to_child_company 5202");
    expect(await read(account, "companies/companies", "5201")).toEqual(["5202 parent_to_child_company"]);
    expect(await read(account, "companies/companies", "5202")).toEqual(["5201 child_to_parent_company"]);
  },
  "associations-v3-of-one-account": async (platform) => {
    const account = await seeded(platform);
    const other = await seeded(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    expect(await read(other, "contacts/tickets", "3101")).toEqual([]);
    await batch(other, "contacts/tickets", "archive", [input("3101 contact_to_ticket 9601")]);
    expect(await read(account, "contacts/tickets", "3101")).toEqual(["9601 contact_to_ticket"]);
  },

  "associations-v3-archive": async (platform) => {
    const account = await seeded(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    const { status, body } = await batch(account, "contacts/tickets", "archive", [input("3101 Contact_To_Ticket 9601")]);
    expect([status, body]).toEqual([204, undefined]);
    expect(await read(account, "contacts/tickets", "3101")).toEqual([]);
  },
  "associations-v3-archive-both-directions": async (platform) => {
    const account = await seeded(platform);
    const before = (await account.snapshot()).records;
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    await batch(account, "tickets/contacts", "archive", [input("9601 ticket_to_contact 3101")]);
    expect(await read(account, "contacts/tickets", "3101")).toEqual([]);
    expect(await read(account, "tickets/contacts", "9601")).toEqual([]);
    expect((await account.snapshot()).records).toEqual(before);
  },
  "associations-v3-archive-missing": async (platform) => {
    const account = await seeded(platform);
    const inputs = ["3101 contact_to_ticket 9601", "3999 contact_to_ticket 9601", "unknown contact_to_ticket nothing"].map(input);
    expect((await batch(account, "contacts/tickets", "archive", inputs)).status).toBe(204);
    expect((await batch(account, "contacts/tickets", "archive", [])).status).toBe(204);
  },
  "associations-v3-archive-one-type": async (platform) => {
    const account = await seeded(platform, labeled);
    await create(account, "contacts/companies", "3101 contact_to_company 5201", "3101 billing_contact 5201");
    await batch(account, "contacts/companies", "archive", [input("3101 contact_to_company 5201")]);
    expect(await read(account, "companies/contacts", "5201")).toEqual(["3101 company_to_billing_contact"]);
  },
  "associations-v3-archive-unknown-type": async (platform) => {
    const account = await seeded(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    const inputs = ["3101 contact_to_ticket 9601", "3101 contact_to_company 9601"].map(input);
    expectInvalid(await batch(account, "contacts/tickets", "archive", inputs), "inputs[1].type");
    expect(await read(account, "contacts/tickets", "3101")).toEqual(["9601 contact_to_ticket"]);
  },
};

function types(account: TestAccount, pair: string): Promise<TestResponse> {
  return account.call({ path: `/crm/v3/associations/${pair}/types` });
}

async function everyOperation(account: TestAccount, pair: string): Promise<TestResponse[]> {
  return [
    await types(account, pair),
    await batch(account, pair, "create", [input("3101 contact_to_company 5201")]),
    await batch(account, pair, "read", [{ id: "3101" }]),
    await batch(account, pair, "archive", [input("3101 contact_to_company 5201")]),
  ];
}

async function archiveTicket(account: TestAccount, id: string): Promise<void> {
  expect((await account.call({ method: "DELETE", path: `/crm/objects/2026-03/tickets/${id}` })).status).toBe(204);
}

async function pagesOf(account: TestAccount, pair: string, id: string): Promise<string[][]> {
  const pages: string[][] = [];
  let after: string | undefined;
  do {
    const { body } = await batch(account, pair, "read", [{ id, after }]);
    const [{ to, paging }] = body.results;
    pages.push(to.map((record: { id: string; type: string }) => `${record.id} ${record.type}`));
    after = paging?.next.after;
  } while (after !== undefined && pages.length < 20);
  return pages;
}
