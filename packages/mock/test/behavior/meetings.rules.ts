import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "./platform.ts";
import { expectInvalid } from "./rejections.ts";
import { rule, rules } from "./rules.ts";
import { violations } from "./violations.ts";

const path = "/crm/objects/2026-03/meetings/batch/read";
const scopes = ["crm.objects.contacts.read"];
const day = 24 * 60 * 60 * 1000;

const outcome = [
  { value: "COMPLETED", timestamp: "2026-04-13T10:20:00Z", sourceType: "CRM_UI", sourceId: "userId:90211", updatedByUserId: 90211 },
  { value: "SCHEDULED", timestamp: "2026-04-10T14:05:00.250Z", sourceType: "INTEGRATION", sourceId: "27314", sourceLabel: "Trail Desk" },
];
const kickOff = {
  id: "512001",
  createdAt: "2026-04-10T14:05:00Z",
  updatedAt: "2026-04-13T10:20:00Z",
  properties: { hs_meeting_title: "Kick-off", hs_meeting_outcome: outcome, calendar_event_key: "cal-kickoff", Zeal: "high" },
};
const diagnosis = {
  id: "512002",
  createdAt: "2026-04-16T07:45:30.250Z",
  updatedAt: "2026-04-16T07:45:30.250Z",
  properties: { hs_meeting_title: "Diagnosis" },
};
const canceled = {
  id: "512003",
  createdAt: "2026-04-01T08:00:00Z",
  updatedAt: "2026-04-02T08:00:00Z",
  archivedAt: "2026-04-02T08:00:00Z",
  properties: { hs_meeting_title: "Canceled", calendar_event_key: "cal-canceled" },
};

rules("meetings", {
  "meetings-need-their-scope": rule("Reading meetings requires the scope `crm.objects.contacts.read`.", {
    grade: "described",
    source: "platform description, Authentication",
  })(async (platform) => {
    const without = await platform.account({ scopes: ["crm.objects.contacts.write", "tickets"] });
    const rejected = await read(without, ["512001"]);
    expect([rejected.status, rejected.body.category]).toEqual([403, "MISSING_SCOPES"]);
    expect(rejected.body.errors[0].context.requiredGranularScopes).toEqual(scopes);
    expect((await read(await seeded(platform, { scopes }), ["512001"])).status).toBe(200);
  }),
  "meetings-required-fields": rule(
    "The body must contain `properties`, and `inputs` that each have an `id`. If a field is missing, the request is rejected with " +
      "status 400 and an error for the field.",
    { grade: "described", source: "platform description, Batch-read input" },
  )(async (platform) => {
    const account = await seeded(platform);
    const whole = { inputs: [{ id: "512001" }], properties: [], propertiesWithHistory: [] };
    for (const field of ["inputs", "properties"]) {
      expectInvalid(await account.call({ path, body: { ...whole, [field]: undefined } }), field);
    }
    expectInvalid(await account.call({ path, body: { ...whole, inputs: [{}] } }), "inputs[0].id");
  }),
  "meetings-without-history-field": rule(
    "If the body has no `propertiesWithHistory`, the response contains no history, and the journal records an accepted violation.",
    "observed",
  )(async (platform) => {
    const account = await seeded(platform);
    const response = await account.call({ path, body: { inputs: [{ id: "512001" }], properties: ["hs_meeting_title"] } });
    const asked = await read(account, ["512001"], { properties: ["hs_meeting_title"] });
    expect([response.status, response.body]).toEqual([200, asked.body]);
    const message = "propertiesWithHistory is required";
    expect(await violations(platform, account, 1)).toEqual([{ in: "propertiesWithHistory", code: "required", message, accepted: true }]);
  }),
  "meetings-at-most-100": rule(
    "A batch can contain up to 100 inputs. A larger batch is rejected with status 400 and an error for `inputs`.",
    "documented",
  )(async (platform) => {
    const account = await platform.account();
    const ids = Array.from({ length: 101 }, (_, index) => String(600001 + index));
    await account.seed({ records: { meetings: ids.map((id) => ({ id })) } });
    expect((await read(account, ids.slice(1))).body.results).toHaveLength(100);
    expectInvalid(await read(account, ids), "inputs");
  }),
  "meetings-no-inputs": rule(
    "For a batch without inputs, the response is a 200 with the batch status COMPLETE and no results.",
    "assumed",
  )(async (platform) => {
    const { status, body } = await read(await seeded(platform), []);
    expect([status, body.status, body.results]).toEqual([200, "COMPLETE", []]);
  }),

  // Found and missing
  "meetings-all-found": rule("If all meetings are found, the response is a 200 with the batch status COMPLETE and no errors.", {
    grade: "described",
    source: "platform description, Batch response",
  })(async (platform) => {
    const { status, body } = await read(await seeded(platform), ["512001", "512002"]);
    expect([status, body.status, idsOf(body)]).toEqual([200, "COMPLETE", ["512001", "512002"]]);
    expect(Object.keys(body)).not.toContain("errors");
  }),
  "meetings-batch-times": rule(
    "The start and completion times of a batch are the time of the request, by the account's clock.",
    "assumed",
  )(async (platform) => {
    const { body } = await read(await seeded(platform), ["512001"]);
    expect([body.startedAt, body.completedAt]).toEqual([demoTime, demoTime]);
  }),
  "meetings-some-missing": rule(
    "If some meetings are missing, the response is a 207, and its `results` contain the meetings that were found.",
    { grade: "described", source: "platform description, Errors" },
  )(async (platform) => {
    const { status, body } = await read(await seeded(platform), ["512999", "512001"]);
    expect([status, idsOf(body)]).toEqual([207, ["512001"]]);
  }),
  "meetings-missing-share-an-error": rule(
    "A single error with the category OBJECT_NOT_FOUND lists all missing ids in `context.ids`, and `numErrors` is 1.",
    "observed",
  )(async (platform) => {
    const { body } = await read(await seeded(platform), ["512999", "512001", "512998"]);
    expect([body.numErrors, body.errors.length]).toEqual([1, 1]);
    expect([body.errors[0].category, body.errors[0].context]).toEqual(["OBJECT_NOT_FOUND", { ids: ["512999", "512998"] }]);
  }),
  "meetings-error-shape": rule(
    "The error in a batch response has all required fields, including `errors` and `links`, and its `status` is a string.",
    { grade: "described", source: "platform description, Error objects" },
  )(async (platform) => {
    const { body } = await read(await seeded(platform), ["512999"]);
    expect(body.errors[0]).toMatchObject({ status: "error", message: expect.any(String), errors: [], links: {} });
  }),
  "meetings-all-missing": rule(
    "If all meetings are missing, the response is a 207 with empty `results`.",
    "observed",
  )(async (platform) => {
    const { status, body } = await read(await seeded(platform), ["512999", "no number", "0512001", "-512001", "5.12001e5", "9".repeat(30)]);
    expect([status, body.results]).toEqual([207, []]);
    expect(body.errors[0].context.ids).toHaveLength(6);
  }),
  "meetings-status-of-a-partial-batch": rule(
    "If some meetings are missing, the batch status is still COMPLETE.",
    "observed",
  )(async (platform) => {
    expect((await read(await seeded(platform), ["512001", "512999"])).body.status).toBe("COMPLETE");
  }),
  "meetings-twice-in-a-batch": rule(
    "If a batch contains the same meeting twice, the response contains one result for it.",
    "assumed",
  )(async (platform) => {
    const { status, body } = await read(await seeded(platform), ["512002", "512001", "512002"]);
    expect([status, idsOf(body)]).toEqual([200, ["512001", "512002"]]);
  }),
  "meetings-missing-twice": rule(
    "If a batch contains the same missing id twice, the error lists it once.",
    "assumed",
  )(async (platform) => {
    const { body } = await read(await seeded(platform), ["512999", "512999"]);
    expect(body.errors[0].context.ids).toEqual(["512999"]);
  }),
  "meetings-of-their-type": rule("The id of a record of another object type is treated as a missing id.", {
    grade: "described",
    source: "platform description, Endpoints",
  })(async (platform) => {
    const account = await seeded(platform);
    await account.seed({ records: { calls: [{ id: "512777" }] } });
    expect((await read(account, ["512777"])).body.results).toEqual([]);
  }),
  "meetings-of-one-account": rule(
    "The id of another account's meeting is treated as a missing id.",
    "assumed",
  )(async (platform) => {
    await seeded(platform);
    const other = await platform.account();
    const { status, body } = await read(other, ["512001"]);
    expect([status, body.results]).toEqual([207, []]);
  }),

  // Results
  "meetings-fields": rule(
    "A meeting contains its id, its properties, the field `archived`, and the times when it was created and last changed.",
    { grade: "described", source: "platform description, Simple object" },
  )(async (platform) => {
    const [meeting] = (await read(await seeded(platform), ["512001"])).body.results;
    expect(meeting).toEqual({
      id: "512001",
      archived: false,
      createdAt: kickOff.createdAt,
      updatedAt: kickOff.updatedAt,
      properties: expect.any(Object),
    });
  }),
  "meetings-always-returned": rule(
    "Every meeting contains `hs_createdate`, `hs_lastmodifieddate` and `hs_object_id`, even if they were not requested.",
    "observed",
  )(async (platform) => {
    expect(await propertiesOf(await seeded(platform), "512001", [])).toEqual({
      hs_createdate: kickOff.createdAt,
      hs_lastmodifieddate: kickOff.updatedAt,
      hs_object_id: "512001",
    });
  }),
  "meetings-requested-properties": rule("A meeting contains other properties only if they were requested.", {
    grade: "described",
    source: "platform description, Batch-read input",
  })(async (platform) => {
    const properties = await propertiesOf(await seeded(platform), "512001", ["hs_meeting_outcome"]);
    expect([properties["hs_meeting_outcome"], Object.keys(properties)]).toEqual([
      "COMPLETED",
      expect.not.arrayContaining(["hs_meeting_title"]),
    ]);
  }),
  "meetings-without-a-value": rule(
    "If a meeting has no value for a requested property, the value in the response is `null`.",
    "observed",
  )(async (platform) => {
    const account = await seeded(platform);
    await account.seed({ properties: { meetings: [{ name: "room" }, { name: "constructor" }] } });
    expect(await propertiesOf(account, "512002", ["hs_meeting_location", "room", "constructor"])).toMatchObject({
      hs_meeting_location: null,
      room: null,
      constructor: null,
    });
  }),
  "meetings-unknown-property": rule(
    "The response omits properties with unknown names.",
    "observed",
  )(async (platform) => {
    const names = ["no_such_property", "constructor", "__proto__", ""];
    expect(Object.keys(await propertiesOf(await seeded(platform), "512001", names))).toHaveLength(3);
  }),
  "meetings-property-of-any-name": rule(
    "A property can have any name, even one with a special meaning in JavaScript such as `__proto__`.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const properties = { ["__proto__"]: "high", constructor: "low" };
    const names = ["__proto__", "constructor"];
    await account.seed({
      properties: { meetings: names.map((name) => ({ name })) },
      records: { meetings: [{ id: "512004", properties }] },
    });
    const found = (await read(account, ["512004"], { properties: names, propertiesWithHistory: names })).body.results[0];
    expect(Object.entries(found.properties).slice(0, 2)).toEqual(Object.entries(properties));
    expect(Object.keys(found.propertiesWithHistory)).toEqual(names);
    expect(Object.entries(await propertiesOf(account, "512002", names)).slice(0, 2)).toEqual(names.map((name) => [name, null]));
  }),
  "meetings-property-of-another": rule(
    "A property exists if it is defined, even if the meeting has no value for it.",
    "assumed",
  )(async (platform) => {
    expect(await propertiesOf(await seeded(platform), "512002", ["calendar_event_key", "Zeal"])).toMatchObject({
      calendar_event_key: null,
      Zeal: null,
    });
  }),
  "meetings-sorted-keys": rule(
    "The properties of a meeting are sorted by name.",
    "observed",
  )(async (platform) => {
    const asked = ["hs_meeting_title", "Zeal", "hs_object_id", "calendar_event_key"];
    const names = Object.keys(await propertiesOf(await seeded(platform), "512001", asked));
    expect(names).toEqual(["Zeal", "calendar_event_key", "hs_createdate", "hs_lastmodifieddate", "hs_meeting_title", "hs_object_id"]);
  }),
  "meetings-timestamps": rule(
    "A timestamp is in ISO 8601 format. It has three fractional digits, or none if its milliseconds are 0.",
    "observed",
  )(async (platform) => {
    const { body } = await read(await seeded(platform), ["512001", "512002"]);
    const moments = body.results.map((meeting: { createdAt: string }) => meeting.createdAt);
    expect(moments).toEqual(["2026-04-10T14:05:00Z", "2026-04-16T07:45:30.250Z"]);
  }),
  "meetings-history": rule("The history of a requested property contains the time and the source of each value.", {
    grade: "described",
    source: "platform description, Value-with-timestamp",
  })(async (platform) => {
    const histories = await historiesOf(await seeded(platform), "512001", ["hs_meeting_outcome"]);
    expect(new Set(histories["hs_meeting_outcome"])).toEqual(new Set(outcome));
  }),
  "meetings-history-newest-first": rule(
    "The history of a property starts with the newest value.",
    "assumed",
  )(async (platform) => {
    const histories = await historiesOf(await seeded(platform), "512001", ["hs_meeting_outcome"]);
    expect(histories["hs_meeting_outcome"]?.map(({ value }) => value)).toEqual(["COMPLETED", "SCHEDULED"]);
  }),
  "meetings-history-seeded-in-any-order": rule(
    "If a seed lists a history in another order, the mock sorts it by time, and the newest value becomes the current one. If several " +
      "values have the same time, the first of them is treated as the newest.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const sameMoment = { ...outcome[1], value: "RESCHEDULED" };
    const properties = { hs_meeting_outcome: [outcome[1], sameMoment, outcome[0]] };
    await account.seed({ records: { meetings: [{ id: "512004", createdAt: "2026-04-10T14:05:00Z", properties }] } });
    const { hs_meeting_outcome: now, hs_lastmodifieddate: changed } = await propertiesOf(account, "512004", ["hs_meeting_outcome"]);
    expect([now, changed]).toEqual(["COMPLETED", "2026-04-13T10:20:00Z"]);
    const histories = await historiesOf(account, "512004", ["hs_meeting_outcome"]);
    expect(histories["hs_meeting_outcome"]).toEqual([outcome[0], outcome[1], sameMoment]);
  }),
  "meetings-history-and-value": rule(
    "A request for the history of a property also returns its current value, but a request for the value does not return the history. At " +
      "most 50 meetings can be read with histories.",
    { grade: "observed", source: "clients of a similar API" },
  )(async (platform) => {
    const account = await seeded(platform);
    const withHistory = (await read(account, ["512001"], { propertiesWithHistory: ["hs_meeting_outcome"] })).body.results[0];
    expect(withHistory.properties.hs_meeting_outcome).toBe("COMPLETED");
    const without = (await read(account, ["512001"], { properties: ["hs_meeting_outcome"] })).body.results[0];
    expect(Object.keys(without)).not.toContain("propertiesWithHistory");
    const many = Array.from({ length: 51 }, (_, index) => String(index));
    expectInvalid(await read(account, many, { propertiesWithHistory: ["hs_meeting_outcome"] }), "inputs");
  }),
  "meetings-empty-history": rule(
    "If a property has no value, its history is empty. The response omits the histories of properties with unknown names.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    await account.seed({ properties: { meetings: [{ name: "constructor" }] } });
    const histories = await historiesOf(account, "512002", ["hs_meeting_outcome", "no_such_property", "constructor"]);
    expect(histories).toEqual({ constructor: [], hs_meeting_outcome: [] });
  }),

  // Archived meetings
  "meetings-archived-are-missing": rule("An archived meeting is treated as missing unless `archived` is true.", {
    grade: "described",
    source: "platform description, CRM objects",
  })(async (platform) => {
    const account = await seeded(platform);
    for (const query of [{}, { archived: false }]) {
      const { status, body } = await read(account, ["512003"], {}, query);
      expect([status, body.errors[0].context.ids]).toEqual([207, ["512003"]]);
    }
  }),
  "meetings-archived-only": rule(
    "If `archived` is true, the results contain only archived meetings, each with its archive time. Other meetings are treated as " +
      "missing.",
    { grade: "described", source: "platform description, CRM objects" },
  )(async (platform) => {
    const { status, body } = await read(await seeded(platform), ["512001", "512003"], {}, { archived: true });
    expect([status, idsOf(body), body.errors[0].context.ids]).toEqual([207, ["512003"], ["512001"]]);
    expect(body.results[0]).toMatchObject({ archived: true, archivedAt: canceled.archivedAt });
  }),
  "meetings-archived-for-90-days": rule(
    "An archived meeting can be restored for 90 days. After that, it is always treated as missing.",
    "assumed",
  )(async (platform) => {
    const lastMoment = new Date(Date.parse(canceled.archivedAt) + 90 * day - 1);
    const account = await seeded(platform, {}, lastMoment.toISOString());
    expect((await read(account, ["512003"], {}, { archived: true })).status).toBe(200);
    await account.advance(1);
    for (const archived of [true, false]) {
      expect((await read(account, ["512003"], {}, { archived })).body.errors[0].context.ids).toEqual(["512003"]);
    }
  }),

  // By a unique property
  "meetings-by-unique-property": rule(
    "If `idProperty` names a unique property, the inputs contain values of that property, and the results are the meetings with these " +
      "values.",
    { grade: "described", source: "platform description, Batch-read input" },
  )(async (platform) => {
    const { status, body } = await read(await seeded(platform), ["cal-kickoff"], { idProperty: "calendar_event_key" });
    expect([status, idsOf(body)]).toEqual([200, ["512001"]]);
  }),
  "meetings-unknown-value": rule(
    "If no meeting has a given value, the value is listed as if it were a missing id.",
    "assumed",
  )(async (platform) => {
    const { status, body } = await read(await seeded(platform), ["cal-kickoff", "512002"], { idProperty: "calendar_event_key" });
    expect([status, idsOf(body), body.errors[0].context.ids]).toEqual([207, ["512001"], ["512002"]]);
  }),
  "meetings-property-not-unique": rule(
    "If the property named by `idProperty` does not exist or is not unique, the request is rejected with status 400 and an error for " +
      "`idProperty`.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    for (const idProperty of ["hs_meeting_title", "Zeal", "no_such_property", ""]) {
      expectInvalid(await read(account, ["Kick-off"], { idProperty }), "idProperty");
    }
  }),
  "meetings-by-record-id-property": rule(
    "If `idProperty` is `hs_object_id`, the inputs contain record ids, as without `idProperty`.",
    "assumed",
  )(async (platform) => {
    const { status, body } = await read(await seeded(platform), ["512001"], { idProperty: "hs_object_id" });
    expect([status, idsOf(body)]).toEqual([200, ["512001"]]);
  }),
  "meetings-archived-by-value": rule(
    "An archived meeting can be read by the value of a unique property, under the same conditions as by its id.",
    "assumed",
  )(async (platform) => {
    const account = await seeded(platform);
    const asked = { idProperty: "calendar_event_key" };
    expect((await read(account, ["cal-canceled"], asked)).body.errors[0].context.ids).toEqual(["cal-canceled"]);
    expect(idsOf((await read(account, ["cal-canceled"], asked, { archived: true })).body)).toEqual(["512003"]);
  }),
});

async function seeded(platform: Platform, options: Readonly<Record<string, unknown>> = {}, at: string = demoTime): Promise<TestAccount> {
  const account = await platform.account({ ...options, clock: { mode: "frozen", at } });
  await account.seed({
    properties: { meetings: [{ name: "calendar_event_key", unique: true }, { name: "Zeal" }] },
    records: { meetings: [kickOff, diagnosis, canceled] },
  });
  return account;
}

function read(
  account: TestAccount,
  ids: readonly string[],
  asked: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, boolean>> = {},
): Promise<TestResponse> {
  const inputs = ids.map((id) => ({ id }));
  return account.call({ path, query, body: { inputs, properties: [], propertiesWithHistory: [], ...asked } });
}

async function propertiesOf(account: TestAccount, id: string, properties: readonly string[]): Promise<Record<string, string | null>> {
  return (await read(account, [id], { properties })).body.results[0].properties;
}

async function historiesOf(
  account: TestAccount,
  id: string,
  propertiesWithHistory: readonly string[],
): Promise<Record<string, { value: string }[]>> {
  return (await read(account, [id], { propertiesWithHistory })).body.results[0].propertiesWithHistory;
}

function idsOf(body: { results: { id: string }[] }): string[] {
  return body.results.map(({ id }) => id).sort();
}
