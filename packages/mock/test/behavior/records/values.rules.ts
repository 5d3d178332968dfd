import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount } from "../platform.ts";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { archive, base, batch, create, displayTicket, get, idsOf, scopesOf, seededAccount, update, type Values } from "./calls.ts";

rules("records", {
  "records-read-only-properties": rule(
    "Writing `hs_createdate`, `hs_lastmodifieddate` or `hs_object_id` is rejected with a 400.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const name of ["hs_createdate", "hs_lastmodifieddate", "hs_object_id"]) {
      expectInvalid(await create(account, "contacts", { [name]: "1" }), `properties.${name}`);
      expectInvalid(await update(account, "contacts", "3101", { [name]: "1" }), `properties.${name}`);
    }
  }),
  "records-read-only-properties-of-types": rule(
    "Writing a read-only property of the object type, such as a ticket's `hs_ticket_id`, is rejected with a 400 and the code " +
      "READ_ONLY_VALUE.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    for (const [type, name] of [
      ["contacts", "lastmodifieddate"],
      ["companies", "createdate"],
      ["tickets", "hs_ticket_id"],
    ] as const) {
      expectInvalid(await create(account, type, { [name]: "1" }), `properties.${name}`);
    }
  }),
  "records-built-in-properties": rule(
    "Each object type, except custom ones, has built-in properties for the values that programs usually need, such as a note's " +
      "`hs_note_body` and `hs_timestamp`. A search with `query` searches the text properties among them.",
    { grade: "observed", source: "recordings and public lists of a similar API" },
  )(async (platform) => {
    const account = await platform.account({ scopes: builtInTypes.flatMap(([type]) => scopesOf(type)).concat(scopesOf("contacts")) });
    for (const [type, values] of builtInTypes) {
      const { status, body } = await create(account, type, values);
      expect([type, status, body.properties]).toEqual([type, 201, expect.objectContaining(values)]);
      const found = await account.call({ path: `${base}/${type}/search`, body: { query: "torque" } });
      expect([type, ...idsOf(found)]).toEqual([type, body.id]);
    }
  }),
  "records-default-values": rule(
    "A new contact or company has the lifecycle stage `lead` and is in the lifecycle pipeline, unless the request sets other values. A new " +
      "company has its `domain` as its `website`. New contacts, companies, deals, tickets and tasks also have the other defaults of their " +
      "built-in properties. Seeds and existing records get no defaults.",
    { grade: "observed", source: "recorded responses to requests that set a few properties" },
  )(async (platform) => {
    const account = await platform.account();
    await account.seed({ records: { contacts: [{ id: "7" }] } });
    const { body } = await create(account, "contacts", { firstname: "Ines" });
    expect(body.properties).toMatchObject({ hs_pipeline: "contacts-lifecycle-pipeline", lifecyclestage: "lead" });
    const company = (await create(account, "companies", { domain: "larkspur.example", lifecyclestage: "customer" })).body.properties;
    expect(company).toMatchObject({ lifecyclestage: "customer", website: "larkspur.example" });
    expect((await create(account, "companies", { name: "Larkspur", lifecyclestage: "" })).body.properties.lifecyclestage).toBe(null);
    const { properties } = (await create(account, "tickets", displayTicket)).body;
    expect(properties).toMatchObject({ hs_is_visible_in_help_desk: "true", hs_last_message_from_visitor: "false", hs_pipeline: "0" });
    expect((await update(account, "contacts", "7", { city: "Ulm" })).body.properties.lifecyclestage).toBe(undefined);
    expect((await get(account, "contacts", "7", { properties: "lifecyclestage" })).body.properties.lifecyclestage).toBe(null);
  }),
  "records-counters": rule(
    "The service calculates counters and roll-ups from the associated records that are not archived, such as a deal's " +
      "`num_associated_contacts`, a company's `hs_num_open_deals`, `hs_total_deal_value`, `total_revenue` and `hs_num_child_companies`, and " +
      "a ticket's `hs_primary_company_id`. They follow the changes of these records: updates, associations, archiving, restoring and merges. " +
      "Searches find the values.",
    { grade: "documented", source: "definitions and recorded values of a similar API; that archived records do not count is assumed" },
  )(async (platform) => {
    const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    const company = (await create(account, "companies", { name: "Larkspur" })).body;
    expect(company.properties).toMatchObject({ hs_num_open_deals: "0", hs_num_child_companies: "0", num_associated_contacts: "0" });
    const withCompany = (type: number, id = company.id) => [
      { to: { id }, types: [{ associationCategory: "SERVICE_DEFINED", associationTypeId: type }] },
    ];
    const open = { amount: "100.50", dealstage: "qualifiedtobuy" };
    const won = { amount: "2000", closedate: "2026-04-30T20:00:00Z", dealstage: "closedwon" };
    const [first, second] = await Promise.all(
      [open, open, won].map((values) => create(account, "deals", { dealname: "Sensors", ...values }, withCompany(5))),
    );
    const contact = (await create(account, "contacts", { email: "ines@larkspur.example" }, withCompany(1))).body;
    expect(contact.properties.associatedcompanyid).toBe(company.id);
    const names = [
      ...["hs_num_open_deals", "hs_total_deal_value", "num_associated_contacts", "num_associated_deals", "recent_deal_amount"],
      ...["recent_deal_close_date", "total_revenue"],
    ];
    const values = async () => (await get(account, "companies", company.id, { properties: names.join(",") })).body.properties;
    const found = async (propertyName: string, value: string) =>
      idsOf(
        await account.call({
          path: `${base}/companies/search`,
          body: { filterGroups: [{ filters: [{ propertyName, operator: "EQ", value }] }] },
        }),
      );
    const recent = { recent_deal_amount: "2000", recent_deal_close_date: "2026-04-30T20:00:00Z", total_revenue: "2000" };
    const two = { hs_num_open_deals: "2", hs_total_deal_value: "201.00", num_associated_contacts: "1", num_associated_deals: "3" };
    expect(await values()).toMatchObject({ ...recent, ...two });
    expect(await found("hs_total_deal_value", "201")).toEqual([company.id]);

    await update(account, "deals", first?.body.id, { dealstage: "closedlost" });
    expect(await values()).toMatchObject({ ...two, ...recent, hs_num_open_deals: "1", hs_total_deal_value: "100.50" });
    expect(await found("hs_num_open_deals", "1")).toEqual([company.id]);
    expect(await found("hs_total_deal_value", "201")).toEqual([]);

    await archive(account, "deals", second?.body.id);
    expect(await values()).toMatchObject({ hs_num_open_deals: "0", num_associated_deals: "2" });
    expect(await found("hs_num_open_deals", "1")).toEqual([]);
    await platform.control("POST", `/accounts/${account.accountId}/records/deals/${second?.body.id}/restore`);
    expect(await found("hs_num_open_deals", "1")).toEqual([company.id]);

    const other = (await create(account, "companies", { name: "Fern" }, withCompany(14))).body;
    expect((await get(account, "companies", other.id, { properties: "hs_parent_company_id" })).body.properties).toMatchObject({
      hs_parent_company_id: company.id,
    });
    expect(await found("hs_num_child_companies", "1")).toEqual([company.id]);
    const deal = (await create(account, "deals", { dealname: "Fern", ...open }, withCompany(5, other.id))).body;
    expect(await found("hs_num_open_deals", "1")).toEqual([company.id, other.id]);
    const merge = { primaryObjectId: company.id, objectIdToMerge: other.id };
    expect((await account.call({ path: `${base}/companies/merge`, body: merge })).status).toBe(200);
    expect(await found("hs_num_open_deals", "2")).toEqual([company.id]);
    expect(await found("hs_num_open_deals", "1")).toEqual([]);
    await account.call({ method: "DELETE", path: `${base}/deals/${deal.id}/associations/companies/${company.id}` });
    expect(await found("hs_num_open_deals", "1")).toEqual([company.id]);

    const ticket = (await create(account, "tickets", displayTicket, withCompany(26))).body;
    expect(ticket.properties).toMatchObject({ hs_num_associated_companies: "1", hs_primary_company_id: company.id });
  }),
  "records-activity-values": rule(
    "`num_notes` counts the associated activities of any kind, and `num_contacted_notes` those that are not notes or tasks. " +
      "`notes_last_updated` and `notes_last_contacted` are the times of the last ones that have taken place, and `notes_next_activity_date` " +
      "is that of the next one. A contact is unworked until an activity follows the assignment of its owner.",
    { grade: "observed", source: "definitions of a similar API; which times are considered is assumed" },
  )(async (platform) => {
    const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    const owner = (await account.call({ path: "/crm/owners/2026-03" })).body.results[0].id;
    const contact = (await create(account, "contacts", { email: "ines@larkspur.example", hs_owner_id: owner })).body;
    expect(contact.properties).toMatchObject({ hs_all_owner_ids: owner, hs_is_unworked: "true", hs_owner_assigneddate: demoTime });
    const typed = (id: number) => [{ to: { id: contact.id }, types: [{ associationCategory: "SERVICE_DEFINED", associationTypeId: id }] }];
    await create(account, "notes", { hs_note_body: "<p>Torque &gt; 5</p>", hs_timestamp: "2026-04-20T08:00:00Z" }, typed(202));
    await create(account, "calls", { hs_timestamp: "2026-04-19T08:00:00Z" }, typed(194));
    await create(account, "meetings", { hs_timestamp: "2026-04-20T08:10:00Z" }, typed(200));
    const names = ["num_notes", "num_contacted_notes", "notes_last_updated", "notes_last_contacted", "notes_next_activity_date"];
    const values = async () =>
      (await get(account, "contacts", contact.id, { properties: [...names, "hs_is_unworked"].join(",") })).body.properties;
    expect(await values()).toMatchObject({
      ...{ num_notes: "3", num_contacted_notes: "2", notes_last_updated: demoTime, notes_last_contacted: "2026-04-19T08:00:00Z" },
      ...{ notes_next_activity_date: "2026-04-20T08:10:00Z", hs_is_unworked: "false" },
    });
    const filters = [{ propertyName: "notes_next_activity_date", operator: "HAS_PROPERTY" }];
    const withNext = async () => idsOf(await account.call({ path: `${base}/contacts/search`, body: { filterGroups: [{ filters }] } }));
    expect(await withNext()).toEqual([contact.id]);
    await account.advance(10 * 60_000);
    expect(await values()).toMatchObject({ notes_last_contacted: "2026-04-20T08:10:00Z", notes_next_activity_date: null });
    expect(await withNext()).toEqual([]);
  }),
  "records-seeded-calculated-values": rule(
    "Seeded records have calculated values too. A value that a seed or a request sets applies until a write changes the calculated value; " +
      "the seeded value of a roll-up always applies.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const seeded = { dealstage: "closedwon", amount: "7" };
    const own = { ...seeded, hs_is_closed_won: "false", num_associated_contacts: "2" };
    await account.seed({
      records: {
        deals: [
          { id: "7", properties: own },
          { id: "8", properties: seeded },
        ],
      },
    });
    const names = "hs_is_closed_won,hs_closed_amount,num_associated_contacts";
    const values = async (id: string) => (await get(account, "deals", id, { properties: names })).body.properties;
    expect(await values("7")).toMatchObject({ hs_closed_amount: "0", hs_is_closed_won: "false", num_associated_contacts: "2" });
    expect(await values("8")).toMatchObject({ hs_closed_amount: "7", hs_is_closed_won: "true", num_associated_contacts: "0" });
    const found = async () => {
      const filters = [{ propertyName: "hs_is_closed_won", operator: "EQ", value: "true" }];
      return idsOf(await account.call({ path: `${base}/deals/search`, body: { filterGroups: [{ filters }] } }));
    };
    expect(await found()).toEqual(["8"]);
    await update(account, "deals", "7", { dealstage: "closedlost", pipeline: "default" });
    await update(account, "deals", "7", { dealstage: "closedwon" });
    expect(await values("7")).toMatchObject({ hs_is_closed_won: "true", num_associated_contacts: "2" });
    expect(await found()).toEqual(["7", "8"]);
    const state = await account.snapshot();
    expect(state.records.deals[1].properties).toEqual(seeded);
  }),
  "records-closing-values": rule(
    "A deal that enters a closed stage gets the time as its `closedate`, unless the request sets another. A ticket that enters a closed " +
      "stage is closed and has a `closed_date`, a `hs_last_closed_date` and a `time_to_close` in milliseconds. A ticket that leaves it is " +
      "open again, keeps its `hs_last_closed_date` and has a `hs_ticket_reopened_at`.",
    { grade: "observed", source: "client code and definitions of a similar API; the values after reopening are assumed" },
  )(async (platform) => {
    const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    const expected = "2026-06-30T00:00:00Z";
    const deal = (await create(account, "deals", { dealname: "Sensors", dealstage: "qualifiedtobuy", closedate: expected })).body;
    expect((await update(account, "deals", deal.id, { dealstage: "contractsent" })).body.properties).not.toHaveProperty("closedate", null);
    expect((await get(account, "deals", deal.id, { properties: "closedate" })).body.properties.closedate).toBe(expected);
    expect((await update(account, "deals", deal.id, { dealstage: "closedwon" })).body.properties).toMatchObject({
      closedate: demoTime,
      days_to_close: "0",
    });
    const lost = await create(account, "deals", { dealname: "Lamps", dealstage: "closedlost", closedate: expected });
    expect(lost.body.properties.closedate).toBe(expected);

    const ticket = (await create(account, "tickets", displayTicket)).body;
    expect(ticket.properties).toMatchObject({ hs_is_closed: "false", hs_ticket_id: ticket.id });
    await account.advance(60_000);
    const closedAt = "2026-04-20T08:01:00Z";
    const closed = (await update(account, "tickets", ticket.id, { hs_pipeline_stage: "4" })).body.properties;
    expect(closed).toMatchObject({
      ...{ closed_date: closedAt, hs_is_closed: "true", hs_last_closed_date: closedAt, time_to_close: "60000" },
      hs_v2_date_entered_current_stage: closedAt,
    });
    const filters = [{ propertyName: "hs_is_closed", operator: "EQ", value: "true" }];
    const isFound = async () => idsOf(await account.call({ path: `${base}/tickets/search`, body: { filterGroups: [{ filters }] } }));
    expect(await isFound()).toEqual([ticket.id]);
    await account.advance(60_000);
    await update(account, "tickets", ticket.id, { hs_pipeline_stage: "1" });
    expect(await isFound()).toEqual([]);
    const names = "closed_date,hs_is_closed,hs_last_closed_date,hs_ticket_reopened_at,time_to_close";
    expect((await get(account, "tickets", ticket.id, { properties: names })).body.properties).toMatchObject({
      ...{ closed_date: null, hs_is_closed: "false", hs_last_closed_date: closedAt, time_to_close: null },
      hs_ticket_reopened_at: "2026-04-20T08:02:00Z",
    });
  }),
  "records-task-values": rule(
    "A task has a `hs_body_preview` without markup and values that depend on its status and due date, such as `hs_task_is_overdue` and " +
      "`hs_task_completion_date`.",
    { grade: "observed", source: "recorded responses of a similar API" },
  )(async (platform) => {
    const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    const values = { hs_task_body: "<p>Check the <b>sensor</b></p>", hs_task_status: "NOT_STARTED", hs_timestamp: "2026-04-19T08:00:00Z" };
    const task = (await create(account, "tasks", values)).body;
    expect(task.properties).toMatchObject({
      ...{ hs_body_preview: "Check the sensor", hs_obj_coords: `0-27-${task.id}`, hs_task_family: "SALES", hs_task_is_completed: "0" },
      ...{ hs_task_is_open: "true", hs_task_is_overdue: "true", hs_task_missed_due_date_count: "1" },
    });
    expect((await update(account, "tasks", task.id, { hs_task_status: "COMPLETED" })).body.properties).toMatchObject({
      ...{ hs_task_completion_count: "1", hs_task_completion_date: demoTime, hs_task_is_open: "false", hs_task_is_overdue: "false" },
    });
  }),
  "records-primary-company-of-a-contact": rule(
    "Setting a contact's `associatedcompanyid` makes that company its primary company, and clearing it leaves the company associated " +
      "without a label. A company that does not exist is rejected with a 400.",
    { grade: "assumed", source: "the property is writable and contains the primary company" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    const company = (await create(account, "companies", { name: "Larkspur" })).body.id;
    const updated = await update(account, "contacts", "3101", { associatedcompanyid: company });
    expect(updated.body.properties.associatedcompanyid).toBe(company);
    const labels = async () => {
      const { associations } = (await get(account, "contacts", "3101", { associations: "companies" })).body;
      return associations.companies.results.map(({ type }: { type: string }) => type);
    };
    expect(await labels()).toEqual(["contact_to_company", "contact_to_company_unlabeled"]);
    const contactsOnly = await account.installApp({ scopes: scopesOf("contacts") });
    expect((await update(contactsOnly, "contacts", "3101", { associatedcompanyid: "" })).status).toBe(403);
    expect((await update(account, "contacts", "3101", { associatedcompanyid: "" })).body.properties.associatedcompanyid).toBe(null);
    expect(await labels()).toEqual(["contact_to_company_unlabeled"]);
    expect((await create(account, "contacts", { associatedcompanyid: company })).body.properties.associatedcompanyid).toBe(company);
    expect((await create(account, "contacts", { associatedcompanyid: "9999" })).status).toBe(400);
  }),
  "records-create-date-of-a-deal": rule(
    "Requests can set the `createdate` of a deal, which is also its `createdAt`. For other object types it is read-only.",
    { grade: "observed", source: "definitions of a similar API" },
  )(async (platform) => {
    const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    const closing = { closedate: "2026-04-12T00:00:00Z", createdate: "2026-04-02T00:00:00Z" };
    const { id, createdAt, properties } = (await create(account, "deals", { dealname: "Sensors", ...closing })).body;
    expect([createdAt, properties.createdate, properties.days_to_close]).toEqual([closing.createdate, closing.createdate, "10"]);
    const changed = (await update(account, "deals", id, { createdate: "2026-04-10T00:00:00Z" })).body;
    expect([changed.createdAt, changed.properties.days_to_close]).toEqual(["2026-04-10T00:00:00Z", "2"]);
    const filters = [{ propertyName: "createdate", operator: "EQ", value: "2026-04-10" }];
    expect(idsOf(await account.call({ path: `${base}/deals/search`, body: { filterGroups: [{ filters }] } }))).toEqual([id]);
  }),
  "records-deal-values": rule(
    "The service calculates values of a deal when it is written: whether it is closed, won or lost, its closed, projected and forecast " +
      "amounts, its amount in the home currency, and the days until its close date. The probability is that of the stage, unless a request " +
      "sets another. Amounts are exact, so a stage's 0.4 has the digits of the floating-point number. Searches find the values. Seeded " +
      "deals have them too.",
    { grade: "documented", source: "formulas of a similar API; recorded responses for an open deal" },
  )(async (platform) => {
    const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
    const bare = (await create(account, "deals", { dealname: "Sensors", amount: "5000.00" })).body;
    expect(bare.properties).toMatchObject({
      ...{
        amount: "5000.00",
        amount_in_home_currency: "5000.00",
        days_to_close: "0",
        hs_closed_amount: "0",
        hs_forecast_amount: "5000.00",
      },
      ...{ hs_is_closed_lost: "false", hs_is_closed_won: "false", hs_projected_amount: "0" },
    });
    for (const name of ["dealstage", "hs_deal_stage_probability", "hs_is_closed", "pipeline"])
      expect(bare.properties).not.toHaveProperty(name);

    const staged = (await update(account, "deals", bare.id, { amount: "15000", dealstage: "qualifiedtobuy" })).body.properties;
    const probability = "0.40000000000000002220446049250313080847263336181640625";
    expect(staged).toMatchObject({ hs_deal_stage_probability: probability, hs_is_closed: "false", pipeline: "default" });
    expect(staged["hs_projected_amount"]).toMatch(/^6000[.]0000000000003330669/);
    const certain = (await update(account, "deals", bare.id, { hs_deal_stage_probability: "0.5" })).body.properties;
    expect(certain).toMatchObject({ hs_deal_stage_probability: "0.5", hs_projected_amount: "7500.0" });

    const close = { dealstage: "closedwon", closedate: "2026-04-30T20:00:00Z", hs_exchange_rate: "0.5", hs_forecast_probability: "0.2" };
    expect((await update(account, "deals", bare.id, close)).body.properties).toMatchObject({
      ...{ amount_in_home_currency: "7500.0", days_to_close: "10", hs_closed_amount: "15000", hs_deal_stage_probability: "1" },
      ...{ hs_forecast_amount: "1500.00", hs_is_closed: "true", hs_is_closed_lost: "false", hs_is_closed_won: "true" },
    });
    const filters = [
      { propertyName: "hs_is_closed_won", operator: "EQ", value: "true" },
      { propertyName: "hs_closed_amount", operator: "GTE", value: "15000" },
    ];
    expect(idsOf(await account.call({ path: `${base}/deals/search`, body: { filterGroups: [{ filters }] } }))).toEqual([bare.id]);
    expectInvalid(await update(account, "deals", bare.id, { hs_is_closed: "false" }), "properties.hs_is_closed");
    expect((await update(account, "deals", bare.id, { dealstage: "closedlost" })).body.properties).toMatchObject({
      ...{
        hs_closed_amount: "0",
        hs_deal_stage_probability: "0",
        hs_is_closed: "true",
        hs_is_closed_lost: "true",
        hs_is_closed_won: "false",
      },
    });
  }),
  "records-lifecycle-stage": rule(
    "If an app sets a contact or company to an earlier lifecycle stage, the request succeeds and the stage remains unchanged. To set an " +
      "earlier stage, apps first clear the property. Users can set any stage.",
    { grade: "observed", source: "a maintainer's answer and client code; that users can do it is documented" },
  )(async (platform) => {
    const account = await seededAccount(platform);
    const stageAfter = async (stage: string) =>
      (await update(account, "contacts", "3101", { lifecyclestage: stage })).body.properties.lifecyclestage;
    expect(await stageAfter("customer")).toBe("customer");
    expect(await stageAfter("lead")).toBe("customer");
    expect((await get(account, "contacts", "3101", { properties: "lifecyclestage" })).body.properties.lifecyclestage).toBe("customer");
    expect(await stageAfter("")).toBe(null);
    expect(await stageAfter("lead")).toBe("lead");
    expect(await stageAfter("other")).toBe("other");
  }),
  "records-write-unknown-property": rule(
    "Writing a property that does not exist is rejected with a 400 and the code PROPERTY_DOESNT_EXIST.",
    "documented",
  )(async (platform) => {
    const account = await seededAccount(platform);
    const inputs = [{ id: "3101", properties: { color: "blue" } }];
    const responses = [
      await create(account, "contacts", { color: "blue" }),
      await update(account, "contacts", "3101", { color: "" }),
      ...(await Promise.all(["create", "update", "upsert"].map((verb) => batch(account, "contacts", verb, inputs)))),
    ];
    const places = ["properties", "properties", ...Array(3).fill("inputs[0].properties")].map((place) => `${place}.color`);
    for (const [index, response] of responses.entries()) expectInvalid(response, places[index] ?? "");
    const error = responses[0]?.body.errors[0];
    expect([error.code, error.context]).toEqual(["PROPERTY_DOESNT_EXIST", { propertyName: ["color"], received: ["color"] }]);
    const traced = await batch(account, "contacts", "create", [
      { objectWriteTraceId: "a", properties: { color: "blue" } },
      { objectWriteTraceId: "b", properties: { city: "Ulm" } },
    ]);
    const [failed] = traced.body.errors;
    expect([traced.status, failed.context.objectWriteTraceId, failed.errors[0].code]).toEqual([207, ["a"], "PROPERTY_DOESNT_EXIST"]);
    expect(traced.body.results).toMatchObject([{ objectWriteTraceId: "b" }]);
  }),
  "records-write-numbers-and-times": rule(
    "An invalid value of a number, date or datetime property is rejected with a 400 and the code INVALID_INTEGER, INVALID_DATE or " +
      "INVALID_LONG. A number cannot have an exponent, and a date is a day in UTC. A date is returned as `YYYY-MM-DD` and a time in ISO " +
      "8601 format in UTC, however they were written.",
    { grade: "observed", source: "recordings of a similar API, except INVALID_DATE; the form of a date is documented" },
  )(async (platform) => {
    const account = await withProperties(platform, ["number", "date", "datetime"]);
    await expectValues(
      account,
      "number",
      ["7", "-1.50", "+.5", "1."],
      ["seven", "1,5", "1e3", "0x1", "Infinity", "9".repeat(400)],
      "INVALID_INTEGER",
    );
    const midnights = { "2026-04-20": "2026-04-20", "2026-04-20T00:00:00Z": "2026-04-20", "1776643200000": "2026-04-20" };
    await expectValues(
      account,
      "date",
      midnights,
      ["20.04.2026", "2026-02-30", "2026-04-19T24:00:00Z", "2026-04-20T08:00:00Z", "1776643200001"],
      "INVALID_DATE",
    );
    const times = {
      "2026-04-20T08:00:00.5+02:00": "2026-04-20T06:00:00.500Z",
      "1776643200001": "2026-04-20T00:00:00.001Z",
      "2026-04-20": "2026-04-20T00:00:00Z",
    };
    await expectValues(account, "datetime", times, ["today", "08:00", "2026-04-20T25:00:00Z", "2026-04-20T24:00:00Z"], "INVALID_LONG");
  }),
  "records-write-long-values": rule(
    "A value of more than 65,536 characters is rejected with a 400 and the code VALUE_TOO_LONG. A seed of an account with " +
      "`uncheckedValues`, or a snapshot, can contain longer values.",
    { grade: "documented", source: "public documentation of a similar API, for the limit" },
  )(async (platform) => {
    const account = await withProperties(platform, ["string", "phone_number", "number"]);
    const [longest, tooLong] = ["7".repeat(65_536), "0".repeat(65_537)];
    for (const name of ["string", "phone_number"]) await expectValues(account, name, [longest], [tooLong], "VALUE_TOO_LONG");
    await expectValues(account, "number", [], [tooLong], "VALUE_TOO_LONG");
    const { body } = await batch(account, "contacts", "update", [{ id: "3101", properties: { string: tooLong } }]);
    expect(body.errors[0].message).toBe("inputs[0].properties.string must have at most 65536 characters; the value has 65537");
    const unchecked = { profile: { uncheckedValues: true } };
    await account.seed({ ...unchecked, records: { contacts: [{ id: "3102", properties: { string: tooLong } }] } });
    expect((await update(account, "contacts", "3102", { number: "1" })).status).toBe(200);
    const state = await account.snapshot();
    await account.seed({ records: { contacts: state.records.contacts.map((one: object) => ({ ...one, updatedAt: demoTime })) } });
    expect((await get(account, "contacts", "3102", { properties: "string" })).body.properties.string).toBe(tooLong);
  }),
  "records-write-options": rule(
    "A value that is not an option of the property is rejected with a 400 and the code INVALID_OPTION. The value of a `checkbox` can " +
      "contain several options, separated by semicolons.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const options = ["road", "trail"].map((value) => ({ label: value, value }));
    const account = await withProperties(platform, ["bool", "enumeration"]);
    await account.seed({ properties: { contacts: [{ name: "styles", type: "enumeration", fieldType: "checkbox", options }] } });
    await expectValues(account, "bool", ["true", "false"], ["yes", "TRUE", "1"], "INVALID_OPTION");
    await expectValues(account, "enumeration", ["a"], ["A", "b", "a;a"], "INVALID_OPTION");
    await expectValues(account, "styles", ["trail", "road;trail"], ["road;gravel", "road,trail", ";"], "INVALID_OPTION");
    const { body } = await create(account, "contacts", { styles: "gravel" });
    expect(body.errors[0].message).toContain("road, trail");
  }),
  "records-write-white-space": rule(
    "Unless the property is a text property, a value that begins or ends with white space is rejected with a 400 and the code " +
      "LEADING_TRAILING_WHITESPACE.",
    { grade: "documented", source: "public changelog of a similar API" },
  )(async (platform) => {
    const account = await withProperties(platform, ["number", "bool", "string"]);
    for (const value of [" 1", "1 ", "\u00a01", "\n"]) {
      await expectValues(account, "number", [], [value], "LEADING_TRAILING_WHITESPACE");
      expect((await create(account, "contacts", { string: value })).body.properties["string"]).toBe(value);
    }
  }),
  "records-write-any-phone-number": rule("Any text is accepted as a phone number.", {
    grade: "observed",
    source: "documentation of clients of a similar API",
  })(async (platform) => {
    const account = await withProperties(platform, ["phone_number"]);
    await expectValues(account, "phone_number", ["+49 731 1234", "ask Jonas"], [], "");
  }),
  "records-write-all-problems": rule(
    "The response to a write lists all invalid values, including those in different inputs of a batch. Its message contains them as a " +
      "JSON list, with the members `isValid`, `message`, `error`, `name`, `propertyValue`, `localizedErrorMessage` and `portalId`. If the " +
      "property does not exist or is read-only, `propertyValue` is missing.",
    { grade: "observed", source: "recordings of a similar API" },
  )(async (platform) => {
    const account = await withProperties(platform, ["number", "bool"]);
    const { body } = await create(account, "contacts", { number: "x", bool: "y", color: "", firstname: "Jon" });
    expect(body.errors.map(({ code }: { code: string }) => code)).toEqual(["INVALID_INTEGER", "INVALID_OPTION", "PROPERTY_DOESNT_EXIST"]);
    const [, details = ""] = body.message.split("Property values were not valid: ");
    const decimal = "properties.number must be a decimal number without an exponent";
    const members = { isValid: false, message: decimal, error: "INVALID_INTEGER", name: "number", propertyValue: "x" };
    const portalId = account.accountId;
    const [number, bool, color] = JSON.parse(details);
    expect(number).toEqual({ ...members, localizedErrorMessage: decimal, portalId });
    expect([bool, color]).toMatchObject([{ name: "bool", propertyValue: "y" }, { name: "color" }]);
    expect(color).not.toHaveProperty("propertyValue");
    const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`unknown_${index}`, "x"]));
    const many = (await create(account, "contacts", unknown)).body;
    expect([many.errors.length, many.message.length < 1500]).toEqual([200, true]);
    const listed = JSON.parse(many.message.split("Property values were not valid: ")[1]);
    expect([listed.length, listed[0].name, listed[5].message]).toEqual([6, "unknown_0", "195 more problems"]);
    const inputs = [{ properties: { number: "x" } }, { properties: { firstname: "Jon" } }, { properties: { bool: "y" } }];
    const fields = ["inputs[0].properties.number", "inputs[2].properties.bool"];
    expectInvalid(await batch(account, "contacts", "create", inputs), ...fields);
  }),
  "records-write-pipelines": rule(
    "The pipeline of a ticket or a deal must exist, and its stage must be in that pipeline; any other value is rejected with a 400 and " +
      "the code INVALID_OPTION.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const stages = [{ label: "Received", displayOrder: 0, metadata: { ticketState: "CLOSED" } }];
    const repairs = (await account.call({ path: "/crm/pipelines/2026-03/tickets", body: { label: "Repairs", displayOrder: 1, stages } }))
      .body;
    const ticket = (hs_pipeline: string, hs_pipeline_stage: string) => ({ ...displayTicket, hs_pipeline, hs_pipeline_stage });
    const received = repairs.stages[0].id;
    const { id } = (await create(account, "tickets", ticket(repairs.id, received))).body;
    const wrong: readonly [Values, string][] = [
      [ticket("7", "1"), "hs_pipeline"],
      [ticket("0", received), "hs_pipeline_stage"],
      [ticket(repairs.id, "1"), "hs_pipeline_stage"],
    ];
    for (const [values, name] of wrong) {
      for (const response of [await create(account, "tickets", values), await update(account, "tickets", id, values)]) {
        expectInvalid(response, `properties.${name}`);
        expect([response.body.errors[0].code, response.body.errors[0].context.propertyName]).toEqual(["INVALID_OPTION", [name]]);
        expect(response.body.message).toMatch(/^Property values were not valid: /);
      }
    }
    expectInvalid(await update(account, "tickets", id, { hs_pipeline: "0" }), "properties.hs_pipeline");
    expectInvalid(await update(account, "tickets", id, { hs_pipeline_stage: "1" }), "properties.hs_pipeline_stage");
    const inputs = wrong.map(([properties]) => ({ properties }));
    const fields = wrong.map(([, name], index) => `inputs[${index}].properties.${name}`);
    expectInvalid(await batch(account, "tickets", "create", inputs), ...fields);
    const others = inputs.map(async (input) => ({ ...input, id: (await create(account, "tickets", displayTicket)).body.id }));
    expectInvalid(await batch(account, "tickets", "update", await Promise.all(others)), ...fields);
    const traced = [{ properties: displayTicket }, ...inputs].map((input, index) => ({ objectWriteTraceId: `row-${index}`, ...input }));
    const partial = await batch(account, "tickets", "create", traced);
    expect([partial.status, partial.body.results.length, partial.body.numErrors]).toEqual([207, 1, 3]);
    const deal = await create(account, "deals", { dealname: "Fleet", pipeline: "default", dealstage: "closedwon" });
    expect(deal.status).toBe(201);
    expectInvalid(await create(account, "deals", { dealstage: "1" }), "properties.dealstage");
    expectInvalid(await create(account, "deals", { pipeline: "0" }), "properties.pipeline");
    expect((await update(account, "deals", deal.body.id, { dealstage: "" })).body.properties.dealstage).toBeNull();
  }),
  "records-default-pipeline": rule(
    "If a stage is written without a pipeline, it must belong to the record's pipeline. If the record has no pipeline, the stage must " +
      "belong to the default pipeline, which is then also written.",
    { grade: "documented", source: "public documentation of a similar API, for the default" },
  )(async (platform) => {
    const account = await platform.account();
    await account.seed({
      profile: { uncheckedValues: true },
      records: { tickets: [{ id: "7" }, { id: "8", properties: { hs_pipeline: "support" } }] },
    });
    expect((await create(account, "tickets", displayTicket)).body.properties).toMatchObject({ hs_pipeline: "0", hs_pipeline_stage: "1" });
    const emptied = await create(account, "tickets", { ...displayTicket, hs_pipeline: "" });
    expect(emptied.body.properties.hs_pipeline).toBe("0");
    const [batched] = (await batch(account, "tickets", "update", [{ id: "7", properties: { hs_pipeline_stage: "2" } }])).body.results;
    expect(batched.properties).toMatchObject({ hs_pipeline: "0", hs_pipeline_stage: "2" });
    expectInvalid(await update(account, "tickets", "8", { hs_pipeline_stage: "2" }), "properties.hs_pipeline_stage");
    expect((await update(account, "tickets", "8", { hs_pipeline: "0", hs_pipeline_stage: "2" })).status).toBe(200);
    const { properties } = (await create(account, "deals", { dealstage: "closedwon" })).body;
    expect(properties.pipeline).toBe("default");
    expect((await create(account, "deals", { dealname: "Fleet" })).body.properties.pipeline).toBeUndefined();
  }),
  "records-clear-pipeline": rule(
    "An update that clears the pipeline of a record but not its stage is rejected with a 400.",
    "assumed",
  )(async (platform) => {
    const account = await platform.account();
    const ticket = (await create(account, "tickets", displayTicket)).body;
    const cleared = await update(account, "tickets", ticket.id, { hs_pipeline: "" });
    expectInvalid(cleared, "properties.hs_pipeline");
    expect(cleared.body.errors[0].message).toBe("properties.hs_pipeline must not be empty while the record has a stage");
    const inputs = [{ id: ticket.id, properties: { hs_pipeline: "" } }];
    expectInvalid(await batch(account, "tickets", "update", inputs), "inputs[0].properties.hs_pipeline");
    const deal = (await create(account, "deals", { dealstage: "closedwon" })).body;
    expectInvalid(await update(account, "deals", deal.id, { pipeline: "" }), "properties.pipeline");
    const { properties } = (await update(account, "deals", deal.id, { pipeline: "", dealstage: "" })).body;
    expect([properties.pipeline, properties.dealstage]).toEqual([null, null]);
  }),
  "records-date-of-a-meeting": rule(
    "If a meeting is created without an `hs_timestamp`, its `hs_meeting_start_time` is also stored as its `hs_timestamp`. Later changes " +
      "to the start time do not change it.",
    { grade: "documented", source: "public documentation of a similar API, for the fallback" },
  )(async (platform) => {
    const account = await platform.account();
    const [start, later] = ["2026-04-21T09:00:00Z", "2026-04-22T09:00:00Z"];
    const created = await create(account, "meetings", { hs_meeting_start_time: start });
    expect(created.body.properties.hs_timestamp).toBe(start);
    await update(account, "meetings", created.body.id, { hs_meeting_start_time: later });
    const { properties } = (await get(account, "meetings", created.body.id, { properties: "hs_timestamp" })).body;
    expect(properties.hs_timestamp).toBe(start);
    const both = { hs_meeting_start_time: start, hs_timestamp: later };
    expect((await create(account, "0-47", both)).body.properties).toMatchObject(both);
  }),
  "records-required-properties": rule(
    "A new ticket without a subject or a stage, and an update that clears one of them, are rejected with a 400 whose context lists the " +
      "missing properties. The control API accepts such tickets.",
    { grade: "documented", source: "public documentation of a similar API, for the properties" },
  )(async (platform) => {
    const account = await platform.account();
    await account.seed({ properties: { tickets: [{ name: "frame", unique: true }] }, records: { tickets: [{ id: "7" }] } });
    const missing = ["subject", "hs_pipeline_stage"];
    for (const [values, names] of [
      [{}, missing],
      [{ content: "Dark", subject: "", hs_pipeline_stage: "1" }, ["subject"]],
      [{ subject: "Dark" }, ["hs_pipeline_stage"]],
    ] as const) {
      const response = await create(account, "tickets", values as Values);
      expectInvalid(response, ...names.map((name) => `properties.${name}`));
      const message = `Some required properties were not set: ${names.join(" and ")}.`;
      expect([response.body.message, response.body.context]).toEqual([message, { properties: names }]);
    }
    const inputs = [{ properties: displayTicket }, { properties: {} }];
    expectInvalid(await batch(account, "tickets", "create", inputs), ...missing.map((name) => `inputs[1].properties.${name}`));
    const upserts = [{ id: "LB-1", idProperty: "frame", properties: { subject: "Dark" } }];
    expectInvalid(await batch(account, "tickets", "upsert", upserts), "inputs[0].properties.hs_pipeline_stage");
    const partial = await batch(
      account,
      "tickets",
      "create",
      inputs.map((input, index) => ({ objectWriteTraceId: `${index}`, ...input })),
    );
    expect([partial.status, partial.body.errors[0].context.properties]).toEqual([207, missing]);
    for (const name of missing) expectInvalid(await update(account, "tickets", "7", { [name]: "" }), `properties.${name}`);
    const cleared = await batch(account, "tickets", "update", [{ id: "7", properties: { subject: "" } }]);
    expectInvalid(cleared, "inputs[0].properties.subject");
    expect((await update(account, "tickets", "7", { content: "Dark" })).status).toBe(200);
    expect((await create(account, "deals", {})).status).toBe(201);
  }),
});

const timestamp = { hs_timestamp: "2026-04-20T08:00:00Z" };

/** The object types whose built-in properties are not listed in any source, with values for some of these properties. */
const builtInTypes: readonly (readonly [string, Values])[] = [
  ["notes", { hs_note_body: "Torque sensor", ...timestamp }],
  ["tasks", { hs_task_subject: "Torque sensor", hs_task_status: "NOT_STARTED", ...timestamp }],
  ["calls", { hs_call_title: "Torque sensor", hs_call_direction: "INBOUND", ...timestamp }],
  ["emails", { hs_email_subject: "Torque sensor", hs_email_direction: "EMAIL", ...timestamp }],
  ["communications", { hs_communication_body: "Torque sensor", ...timestamp }],
  ["postal_mail", { hs_postal_mail_body: "Torque sensor", ...timestamp }],
  ["products", { name: "Torque sensor", price: "49.90" }],
  ["line_items", { name: "Torque sensor", quantity: "2" }],
  ["quotes", { hs_title: "Torque sensors", hs_expiration_date: "2026-05-01T00:00:00Z" }],
  ["carts", { hs_cart_name: "Torque sensors", hs_total_price: "99.80" }],
  ["listings", { hs_name: "Torque Street 7", hs_price: "1" }],
  ["appointments", { hs_appointment_name: "Torque check", hs_appointment_start: "2026-04-21T09:00:00Z" }],
];

async function withProperties(platform: Platform, types: readonly string[]): Promise<TestAccount> {
  const account = await seededAccount(platform);
  const options = [{ label: "A", value: "a" }];
  const contacts = types.map((type) => ({ name: type, type, ...(type === "enumeration" ? { options } : {}) }));
  await account.seed({ properties: { contacts } });
  return account;
}

/** @param right the valid values, or also the form in which each is returned */
async function expectValues(
  account: TestAccount,
  name: string,
  right: readonly string[] | Readonly<Record<string, string>>,
  wrong: readonly string[],
  code: string,
) {
  const forms = Array.isArray(right) ? right.map((value) => [value, value] as const) : Object.entries(right);
  for (const [value, form] of forms) expect((await create(account, "contacts", { [name]: value })).body.properties[name]).toBe(form);
  for (const value of wrong) {
    const rejected = await create(account, "contacts", { [name]: value });
    expectInvalid(rejected, `properties.${name}`);
    expect(rejected.body.errors[0].code, value).toBe(code);
  }
}
