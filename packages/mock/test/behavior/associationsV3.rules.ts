import { scopes as allScopes } from "@crm-platform/types";
import { expect } from "vitest";
import { batch, create, ids, input, read, seededAccount, sentences } from "./associated.ts";
import { defaultTypes } from "./defaultTypes.ts";
import { demoTime, type TestAccount, type TestResponse } from "./platform.ts";
import { expectInvalid } from "./rejections.ts";
import { rule, rules } from "./rules.ts";
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
  ["leads", "lead", "0-136"],
  ["carts", "cart", "0-142"],
  ["listings", "listing", "0-420"],
  ["appointments", "appointment", "0-421"],
];
const label = { id: 1201, name: "billing_contact", label: "Billing contact", from: "contacts", to: "companies" };
const back = { id: 1202, name: "company_to_billing_contact", label: "Bills" };
const labeled = { associationLabels: [{ ...label, inverse: back }] };

rules("associationsV3", {
  "associations-v3-any-scope": rule(
    "Each of the four operations accepts any one of 65 scopes. If an access token has none of these scopes, the response is a 403 that " +
      "lists all of them.",
    { grade: "described", source: "platform description, Authentication" },
  )(async (platform) => {
    const asked = async (account: TestAccount) => [
      await types(account, "contacts/companies"),
      ...(await Promise.all(["create", "read", "archive"].map((action) => batch(account, "contacts/companies", action as "create", [])))),
    ];
    const any = Object.keys(allScopes).filter((scope) => /^(crm\.objects\.(?!owners)|e-commerce|media_bridge|tickets)/.test(scope));
    expect(any).toHaveLength(65);
    for (const rejected of await asked(await platform.account({ scopes: ["content"] }))) {
      expect([rejected.status, rejected.body.category]).toEqual([403, "MISSING_SCOPES"]);
      expect(new Set(rejected.body.errors[0].context.requiredGranularScopes)).toEqual(new Set(any));
    }
    // The check any-scope-will-do in shared/authentication.rules.ts tests the other scopes.
    for (const scope of ["crm.objects.contacts.read", "tickets"]) {
      expect(any).toContain(scope);
      const statuses = (await asked(await platform.account({ scopes: [scope] }))).map(({ status }) => status);
      expect([scope, ...statuses]).toEqual([scope, 200, 201, 200, 204]);
    }
  }),

  // Object types
  "associations-v3-object-type-names": rule(
    "In a path, an object type can be given by its plural name, singular name or type id, in any letter case.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
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
  }),
  "associations-v3-unknown-object-type": rule(
    "A request with an unknown object type is rejected with status 400 and an error for the path parameter.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const name of ["people", "0-999", "2-", "2-0", "2-x", "0_1", "engagements", "contacts "]) {
      for (const response of await everyOperation(account, `${encodeURIComponent(name)}/companies`))
        expectInvalid(response, "fromObjectType");
      for (const response of await everyOperation(account, `contacts/${encodeURIComponent(name)}`)) expectInvalid(response, "toObjectType");
    }
  }),
  "associations-v3-custom-object-types": rule(
    "The type id of a custom object type is `2-` followed by a number.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, {
      records: { "2-31": [{ id: "800001" }], contacts: [{ id: "3101" }] },
      associationLabels: [{ id: 1301, name: "bicycle_rider", label: "Rider", from: "2-31", to: "contacts" }],
    });
    expect((await create(account, "2-31/contacts", "800001 bicycle_rider 3101")).status).toBe(201);
    expect(await read(account, "2-31/contacts", "800001")).toEqual(["3101 bicycle_rider"]);
  }),

  // Types
  "associations-v3-list-types": rule(
    "The list contains all association types from one object type to the other. Each entry has a name and an id, and the id is a " +
      "string.",
    { grade: "described", source: "platform description, Association type (v3)" },
  )(async (platform) => {
    const { status, body } = await types(await seededAccount(platform), "contacts/companies");
    expect([status, body]).toEqual([
      200,
      {
        results: [
          { id: "1", name: "contact_to_company" },
          { id: "279", name: "contact_to_company_unlabeled" },
        ],
      },
    ]);
  }),
  "associations-v3-default-types": rule(
    "Default types have the same ids, names and object types in every account.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const plurals = objectTypes.map(([plural]) => plural);
    const pairs = plurals.flatMap((from) => plurals.map((to) => `${from}/${to}`));
    expect(pairs).toEqual(expect.arrayContaining(Object.keys(defaultTypes)));
    for (const pair of pairs) {
      const { results } = (await types(account, pair)).body;
      const listed = results.map(({ id, name }: { id: string; name: string }) => `${id} ${name}`);
      expect([pair, ...listed]).toEqual([pair, ...(defaultTypes[pair] ?? [])]);
    }
  }),
  "associations-v3-types-have-a-direction": rule(
    "Association types are directional, so the list is different if the two object types are swapped.",
    { grade: "described", source: "platform description, Association type (v3)" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    expect((await types(account, "contacts/tickets")).body.results).toEqual([{ id: "15", name: "contact_to_ticket" }]);
    expect((await types(account, "tickets/contacts")).body.results).toEqual([{ id: "16", name: "ticket_to_contact" }]);
  }),
  "associations-v3-labels-listed": rule(
    "The list also contains the account's custom labels. Each label has a name in snake_case, and an id that is unique in the account.",
    { grade: "described", source: "platform description, Association type (v3)" },
  )(async (platform) => {
    const account = await seededAccount(platform, labeled);
    expect((await types(account, "contacts/companies")).body.results).toContainEqual({ id: "1201", name: "billing_contact" });
    expect((await types(account, "companies/contacts")).body.results).toContainEqual({ id: "1202", name: "company_to_billing_contact" });
  }),
  "associations-v3-labels-of-one-account": rule("A custom label exists only in the account in which it was created.", {
    grade: "described",
    source: "platform description, Association type (v3)",
  })(async (platform) => {
    await seededAccount(platform, labeled);
    const other = await seededAccount(platform);
    expect((await types(other, "contacts/companies")).body.results).toHaveLength(2);
    expectInvalid(await create(other, "contacts/companies", "3101 billing_contact 5201"), "inputs[0].type");
  }),
  "associations-v3-nameless-types-unlisted": rule(
    "The list does not contain association types that only the v1 interface supports.",
    "assumed",
  )(async (platform) => {
    const { body } = await types(await seededAccount(platform), "companies/companies");
    expect(body.results.map(({ id }: { id: string }) => id)).toEqual(["13", "14", "450"]);
  }),
  "associations-v3-pair-without-types": rule(
    "If no association type connects the two object types, the list is empty.",
    "assumed",
  )(async (platform) => {
    const { status, body } = await types(await seededAccount(platform), "carts/listings");
    expect([status, body]).toEqual([200, { results: [] }]);
  }),

  // Create
  "associations-v3-create": rule(
    "A request that creates associations returns 201, the batch status COMPLETE and the time of the request.",
    "documented",
  )(async (platform) => {
    const { status, body } = await create(await seededAccount(platform), "contacts/tickets", "3101 contact_to_ticket 9601");
    expect([status, body.status, body.startedAt, body.completedAt]).toEqual([201, "COMPLETE", demoTime, demoTime]);
    expect(Object.keys(body)).not.toContain("errors");
  }),
  "associations-v3-create-results": rule(
    "The results contain both directions of each new association, each with the name of its own type.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const { body } = await create(account, "contacts/tickets", "3101 contact_to_ticket 9601", "3102 contact_to_ticket 9601");
    const expected = [
      "3101 contact_to_ticket 9601",
      "9601 ticket_to_contact 3101",
      "3102 contact_to_ticket 9601",
      "9601 ticket_to_contact 3102",
    ];
    expect(body.results).toHaveLength(4);
    expect(new Set(body.results)).toEqual(new Set(expected.map(input)));
  }),
  "associations-v3-from-both-sides": rule(
    "After an association is created, it is visible from both records.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "tickets/meetings", "9601 ticket_to_meeting_event 512001");
    expect(await read(account, "tickets/meetings", "9601")).toEqual(["512001 ticket_to_meeting_event"]);
    expect(await read(account, "meetings/tickets", "512001")).toEqual(["9601 meeting_event_to_ticket"]);
  }),
  "associations-v3-create-again": rule(
    "If an association already exists, a request to create it returns 201 and does not duplicate it.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const again = ["3101 contact_to_ticket 9601", "3101 contact_to_ticket 9601"];
    await create(account, "contacts/tickets", ...again);
    expect((await create(account, "contacts/tickets", ...again)).status).toBe(201);
    expect((await create(account, "tickets/contacts", "9601 ticket_to_contact 3101")).status).toBe(201);
    expect(await read(account, "contacts/tickets", "3101")).toEqual(["9601 contact_to_ticket"]);
    expect(await sentences(account)).toHaveLength(1);
  }),
  "associations-v3-type-name-in-any-case": rule(
    "Type names are case-insensitive, and responses use the canonical spelling.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform, labeled);
    const { status, body } = await create(account, "contacts/companies", "3101 CONTACT_to_Company 5201", "3101 BILLING_CONTACT 5201");
    expect([status, body.results[0].type, body.results[2].type]).toEqual([201, "contact_to_company", "billing_contact"]);
  }),
  "associations-v3-unknown-type": rule(
    "A request to create an association with an unknown type name is rejected with status 400 and an error for the input, and nothing " +
      "is created.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const name of ["contact_to_nothing", "1", "contact_to_company_", "null"]) {
      const response = await create(account, "contacts/companies", "3101 contact_to_company 5201", `3101 ${name} 5201`);
      expectInvalid(response, "inputs[1].type");
    }
    expect(await sentences(account)).toEqual([]);
  }),
  "associations-v3-type-of-another-pair": rule(
    "A request with an association type for other object types, or for the opposite direction, is rejected with status 400 and an error " +
      "for the input, and nothing is created.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const name of ["contact_to_ticket", "company_to_contact"]) {
      expectInvalid(await create(account, "contacts/companies", `3101 ${name} 5201`, "3101 contact_to_company 5201"), "inputs[0].type");
    }
    expect(await sentences(account)).toEqual([]);
  }),
  "associations-v3-create-unknown-records": rule(
    "If every input refers to a nonexistent record, the response is a 400, and its `context.INVALID_OBJECT_IDS` lists these records.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
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
  }),
  "associations-v3-create-some-unknown-records": rule(
    "If only some inputs refer to nonexistent records, the associations for the remaining inputs are created, and the response is a 207 " +
      "that lists the nonexistent records in one error.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = ["3101 contact_to_company 5201", "3999 contact_to_company 5201", "3102 contact_to_company 5999"];
    const { status, body } = await create(account, "contacts/companies", ...inputs);
    expect([status, body.status, body.results.length, body.numErrors, body.errors.length]).toEqual([207, "COMPLETE", 2, 1, 1]);
    expect(body.errors[0]).toMatchObject({ status: "error", category: "VALIDATION_ERROR", errors: [], links: {} });
    expect(body.errors[0].context.INVALID_OBJECT_IDS.sort()).toEqual(["3999", "5999"]);
    expect(await read(account, "contacts/companies", "3101")).toEqual(["5201 contact_to_company"]);
  }),
  "associations-v3-create-archived-records": rule(
    "When an association is created, an archived record is treated as nonexistent.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await archiveTicket(account, "9601");
    const { status, body } = await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    expect([status, body.context]).toEqual([400, { INVALID_OBJECT_IDS: ["9601"] }]);
  }),
  "associations-v3-create-at-most-2000": rule(
    "A batch can create up to 2,000 associations. A larger batch is rejected with status 400, and nothing is created.",
    { grade: "described", source: "platform description, Limits" },
  )(async (platform) => {
    const account = await seededAccount(platform, {
      records: { contacts: [{ id: "3101" }], tickets: ids(900001, 2001).map((id) => ({ id })) },
    });
    const inputs = ids(900001, 2001).map((id) => `3101 contact_to_ticket ${id}`);
    expectInvalid(await create(account, "contacts/tickets", ...inputs), "inputs");
    expect(await read(account, "contacts/tickets", "3101")).toEqual([]);
    const { status, body } = await create(account, "contacts/tickets", ...inputs.slice(1));
    expect([status, body.results.length]).toEqual([201, 4000]);
  }),
  "associations-v3-by-label": rule(
    "An association can be created with a custom label. The association in the opposite direction then has the inverse type of the " +
      "label.",
    { grade: "described", source: "platform description, Versioning" },
  )(async (platform) => {
    const account = await seededAccount(platform, labeled);
    const { body } = await create(account, "contacts/companies", "3101 billing_contact 5201");
    expect(body.results).toEqual(["3101 billing_contact 5201", "5201 company_to_billing_contact 3101"].map(input));
    expect(await read(account, "companies/contacts", "5201")).toEqual(["3101 company_to_billing_contact"]);
  }),

  // The primary company
  "associations-v3-primary-types": rule(
    "If two association types lead from an object type to companies, the one whose name ends in `_unlabeled` is the unlabeled type, and " +
      "the other is the primary type.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
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
  }),
  "associations-v3-one-primary-company": rule(
    "When another company becomes the primary company of a record, the previous primary company stays associated without a label, in " +
      "both directions.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "contacts/companies", "3101 contact_to_company 5201", "3101 contact_to_company_unlabeled 5203");
    await create(account, "contacts/companies", "3101 contact_to_company 5202");
    expect(await read(account, "contacts/companies", "3101")).toEqual(["5202 contact_to_company"]);
    expect(await read(account, "companies/contacts", "5201")).toEqual(["3101 company_to_contact_unlabeled"]);
    expect(await read(account, "companies/contacts", "5202")).toEqual(["3101 company_to_contact"]);
    expect(await read(account, "companies/contacts", "5203")).toEqual(["3101 company_to_contact_unlabeled"]);
  }),
  "associations-v3-primary-from-the-company": rule(
    "A record has at most one primary company, even if the association is created from the company to the record.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "tickets/companies", "9601 ticket_to_company 5201");
    await create(account, "companies/tickets", "5202 company_to_ticket 9601");
    expect(await read(account, "tickets/companies", "9601")).toEqual(["5202 ticket_to_company"]);
    expect(await read(account, "companies/tickets", "5201")).toEqual(["9601 company_to_ticket_unlabeled"]);
  }),
  "associations-v3-primary-in-one-batch": rule(
    "If one batch creates several primary companies for a record, the last company in the batch becomes the primary one, and the " +
      "results contain the final type of each association.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = ["7401 deal_to_company 5201", "7401 deal_to_company 5202", "7401 deal_to_company 5203"];
    const { status, body } = await create(account, "deals/companies", ...inputs);
    const expected = ["7401 deal_to_company_unlabeled 5201", "7401 deal_to_company_unlabeled 5202", "7401 deal_to_company 5203"];
    expect(status).toBe(201);
    expect([0, 2, 4].map((index) => body.results[index])).toEqual(expected.map(input));
    expect(body.results[1]).toEqual(input("5201 company_to_deal_unlabeled 7401"));
    expect(await read(account, "deals/companies", "7401")).toEqual(["5203 deal_to_company"]);
    expect(await read(account, "companies/deals", "5202")).toEqual(["7401 company_to_deal_unlabeled"]);
  }),
  "associations-v3-unlabeled-beside-primary": rule(
    "Adding a company without a label does not change the primary company.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "contacts/companies", "3101 contact_to_company 5201", "3101 contact_to_company_unlabeled 5202");
    expect(await read(account, "contacts/companies", "3101")).toEqual(["5201 contact_to_company"]);
    expect(await read(account, "companies/contacts", "5202")).toEqual(["3101 company_to_contact_unlabeled"]);
  }),
  "associations-v3-primary-of-many": rule(
    "One company can be the primary company of any number of records.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "companies/contacts", "5201 company_to_contact 3101", "5201 company_to_contact 3102");
    expect(await read(account, "companies/contacts", "5201")).toEqual(["3101 company_to_contact", "3102 company_to_contact"]);
  }),

  // Read
  "associations-v3-read": rule(
    "If every record has associations, the response is a 200 with the batch status COMPLETE, and contains the ids and association types " +
      "of the associated records.",
    { grade: "described", source: "platform description, v3 batch association input and result" },
  )(async (platform) => {
    const account = await seededAccount(platform);
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
  }),
  "associations-v3-read-primary-company": rule(
    "If the associated object type is companies, the results contain only the primary company of each record.",
    { grade: "described", source: "platform description, Associations v3" },
  )(async (platform) => {
    const account = await seededAccount(platform, labeled);
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
  }),
  "associations-v3-read-companies-without-primary": rule(
    "For object types whose records cannot have a primary company, such as meetings, the results contain all companies associated with " +
      "each record.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "meetings/companies", "512001 meeting_event_to_company 5201", "512001 meeting_event_to_company 5202");
    expect(await read(account, "meetings/companies", "512001")).toEqual(["5201 meeting_event_to_company", "5202 meeting_event_to_company"]);
  }),
  "associations-v3-read-none": rule(
    "If a record has no associations, the response is a 207 that omits the record from its results. A separate NO_ASSOCIATIONS_FOUND " +
      "error names the record and both object types.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "meetings/contacts", "512001 meeting_event_to_contact 3101");
    await account.seed({ records: { meetings: [{ id: "512003" }] } });
    const { status, body } = await batch(account, "meetings/contacts", "read", [{ id: "512001" }, { id: "512002" }, { id: "512003" }]);
    expect([status, body.status, body.results.length, body.numErrors]).toEqual([207, "COMPLETE", 1, 2]);
    expect(body.errors).toEqual(
      ["512002", "512003"].map((id) => ({
        status: "error",
        category: "OBJECT_NOT_FOUND",
        subCategory: "crm.associations.NO_ASSOCIATIONS_FOUND",
        message: expect.any(String),
        context: { fromObjectId: [id], fromObjectType: ["meeting_event"], toObjectType: ["contact"] },
        errors: [],
        links: {},
      })),
    );
  }),
  "associations-v3-read-no-primary-company": rule(
    "If a record has companies, but no primary company, the message of the NO_ASSOCIATIONS_FOUND error says so.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "contacts/companies", "3102 contact_to_company_unlabeled 5201");
    const { errors } = (await batch(account, "contacts/companies", "read", [{ id: "3102" }])).body;
    expect(errors[0].message).toBe("The contact has no primary company.");
    const others = (await batch(account, "contacts/tickets", "read", [{ id: "3102" }])).body.errors;
    expect(others[0].message).toBe("The contact has no associated ticket.");
  }),
  "associations-v3-read-all-none": rule(
    "If no record has associations, the response is a 207 with empty `results`.",
    "observed",
  )(async (platform) => {
    const { status, body } = await batch(await seededAccount(platform), "contacts/tickets", "read", [{ id: "3101" }]);
    expect([status, body.results, body.numErrors]).toEqual([207, [], 1]);
  }),
  "associations-v3-read-unknown-record": rule(
    "If a record does not exist, the response is the same as for a record without associations.",
    "assumed",
  )(async (platform) => {
    const { status, body } = await batch(await seededAccount(platform), "contacts/tickets", "read", [{ id: "3999" }, { id: "unknown" }]);
    expect([status, body.results, body.numErrors]).toEqual([207, [], 2]);
    expect(body.errors[1].context.fromObjectId).toEqual(["unknown"]);
  }),
  "associations-v3-read-pages": rule(
    "A result contains up to 100 associations. To get the next page, the client sends `paging.next.after` as `after` together with the " +
      "id of the record.",
    "observed",
  )(async (platform) => {
    const tickets = ids(9700, 250);
    const account = await seededAccount(platform, { records: { companies: [{ id: "5201" }], tickets: tickets.map((id) => ({ id })) } });
    await create(account, "companies/tickets", ...tickets.map((id) => `5201 company_to_ticket_unlabeled ${id}`).reverse());
    const pages = await pagesOf(account, "companies/tickets", "5201");
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(pages.flat()).toEqual(tickets.map((id) => `${id} company_to_ticket_unlabeled`));
  }),
  "associations-v3-read-by-several-types": rule(
    "If two records are associated by several types, the result contains an entry for each type, even if the entries are on different " +
      "pages.",
    "assumed",
  )(async (platform) => {
    const contacts = ids(3200, 150);
    const account = await seededAccount(platform, {
      records: { companies: [{ id: "5201" }], contacts: contacts.map((id) => ({ id })) },
      ...labeled,
    });
    const names = ["company_to_contact", "company_to_contact_unlabeled", "company_to_billing_contact"];
    await create(account, "companies/contacts", ...contacts.flatMap((id) => names.map((name) => `5201 ${name} ${id}`)));
    const pages = await pagesOf(account, "companies/contacts", "5201");
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 100, 100, 50]);
    expect(pages.flat()).toEqual(contacts.flatMap((id) => names.map((name) => `${id} ${name}`)));
  }),
  "associations-v3-read-past-the-end": rule(
    "If the `after` cursor is past the last association, the result is empty, and there is no error.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    const { status, body } = await batch(account, "contacts/tickets", "read", [{ id: "3101", after: "9601" }]);
    expect([status, body.results]).toEqual([200, [{ from: { id: "3101" }, to: [] }]]);
  }),
  "associations-v3-read-cursor": rule(
    "An invalid `after` cursor is rejected with status 400 and an error for `after`.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const after of ["", "next", "9601-", "-1", "1e3"]) {
      expectInvalid(await batch(account, "contacts/tickets", "read", [{ id: "3102" }, { id: "3101", after }]), "inputs[1].after");
    }
  }),
  "associations-v3-read-twice-in-a-batch": rule(
    "If a batch contains the same record twice, the response contains one result for it, or one error if it has no associations.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    const twice = [{ id: "3101" }, { id: "3102" }, { id: "3101" }, { id: "3102" }];
    const { body } = await batch(account, "contacts/tickets", "read", twice);
    expect([body.results.length, body.numErrors]).toEqual([1, 1]);
  }),
  "associations-v3-read-at-most-1000": rule(
    "A batch can read the associations of up to 1,000 records. A larger batch is rejected with status 400.",
    { grade: "described", source: "platform description, Limits" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = ids(3101, 1001).map((id) => ({ id }));
    expectInvalid(await batch(account, "contacts/tickets", "read", inputs), "inputs");
    const { status, body } = await batch(account, "contacts/tickets", "read", inputs.slice(1));
    expect([status, body.numErrors]).toEqual([207, 1000]);
  }),
  "associations-v3-read-archived": rule(
    "Until an archived record is restored, it has no associations, and it does not appear in the associations of other records.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
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
  }),
  "associations-v3-read-nameless-types": rule(
    "The results do not contain associations whose types only the v1 interface supports.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const item = { fromObjectId: 5201, toObjectId: 5202, category: "SERVICE_DEFINED", definitionId: 43 };
    expect((await account.call({ method: "PUT", path: "/crm-associations/v1/associations", body: item })).status).toBe(200);
    expect((await batch(account, "companies/companies", "read", [{ id: "5201" }])).body.numErrors).toBe(1);
    await create(account, "companies/companies", "5201 parent_to_child_company 5202");
    expect(await read(account, "companies/companies", "5201")).toEqual(["5202 parent_to_child_company"]);
    expect(await read(account, "companies/companies", "5202")).toEqual(["5201 child_to_parent_company"]);
  }),
  "associations-v3-of-one-account": rule(
    "An account cannot access the associations of another account, even if the record ids are equal.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const other = await seededAccount(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    expect(await read(other, "contacts/tickets", "3101")).toEqual([]);
    await batch(other, "contacts/tickets", "archive", [input("3101 contact_to_ticket 9601")]);
    expect(await read(account, "contacts/tickets", "3101")).toEqual(["9601 contact_to_ticket"]);
  }),

  // Archive
  "associations-v3-numeric-ids": rule(
    "A record id that is sent as a number is converted to a string of decimal digits, and the journal records an accepted violation.",
    "observed",
  )(async (platform) => {
    const account = await seededAccount(platform);
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
    const [from, to] = [problem("inputs[0].from.id"), problem("inputs[0].to.id")];
    expect(await violations(platform, account, 3)).toEqual([from, from, problem("inputs[0].id"), to, to]);
  }),
  "associations-v3-archive": rule(
    "A request that archives associations returns 204 without a body.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    const { status, body } = await batch(account, "contacts/tickets", "archive", [input("3101 Contact_To_Ticket 9601")]);
    expect([status, body]).toEqual([204, undefined]);
    expect(await read(account, "contacts/tickets", "3101")).toEqual([]);
  }),
  "associations-v3-archive-both-directions": rule(
    "If an association is archived from either of its records, both directions are removed, and both records remain.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const before = (await account.snapshot()).records;
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    await batch(account, "tickets/contacts", "archive", [input("9601 ticket_to_contact 3101")]);
    expect(await read(account, "contacts/tickets", "3101")).toEqual([]);
    expect(await read(account, "tickets/contacts", "9601")).toEqual([]);
    expect((await account.snapshot()).records).toEqual(before);
  }),
  "associations-v3-archive-missing": rule(
    "A request to archive a nonexistent association returns 204.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = ["3101 contact_to_ticket 9601", "3999 contact_to_ticket 9601", "unknown contact_to_ticket nothing"].map(input);
    expect((await batch(account, "contacts/tickets", "archive", inputs)).status).toBe(204);
    expect((await batch(account, "contacts/tickets", "archive", [])).status).toBe(204);
  }),
  "associations-v3-archive-one-type": rule(
    "An archive request removes only the association of the given type. Other associations between the two records remain.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform, labeled);
    await create(account, "contacts/companies", "3101 contact_to_company 5201", "3101 billing_contact 5201");
    await batch(account, "contacts/companies", "archive", [input("3101 contact_to_company 5201")]);
    expect(await read(account, "companies/contacts", "5201")).toEqual(["3101 company_to_billing_contact"]);
  }),
  "associations-v3-archive-unknown-type": rule(
    "A request to archive an association with an unknown type name is rejected with status 400 and an error for the input, and nothing " +
      "is removed.",
    "assumed",
  )(async (platform) => {
    const account = await seededAccount(platform);
    await create(account, "contacts/tickets", "3101 contact_to_ticket 9601");
    const inputs = ["3101 contact_to_ticket 9601", "3101 contact_to_company 9601"].map(input);
    expectInvalid(await batch(account, "contacts/tickets", "archive", inputs), "inputs[1].type");
    expect(await read(account, "contacts/tickets", "3101")).toEqual(["9601 contact_to_ticket"]);
  }),
});

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
