import { expect } from "vitest";
import { demoTime } from "../platform.ts";
import { expectInvalid, expectScope } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import {
  batchPath,
  define,
  ines,
  jonas,
  linkedTo,
  listOccurrences,
  listPath,
  matching,
  monthlyCount,
  offset,
  send,
  sendAccepted,
  sendBatch,
  sender,
  sendPath,
  typesPath,
} from "./calls.ts";

rules("eventOccurrences", {
  // Access
  "occurrences-send-scope": rule(
    "Sending occurrences requires the scope `analytics.behavioral_events.send`.",
    "documented",
  )(async (platform) => {
    const occurrence = { eventName: "pe1_a", properties: {} };
    for (const call of [
      { path: sendPath, body: occurrence },
      { path: batchPath, body: { inputs: [occurrence] } },
    ]) {
      await expectScope(platform, "analytics.behavioral_events.send", call);
    }
  }),
  "occurrences-read-scope": rule(
    "Reading occurrences and event types requires the scope `oauth`.",
    "documented",
  )(async (platform) => {
    for (const path of [listPath, typesPath]) await expectScope(platform, "oauth", { path });
  }),
  "occurrences-within-the-account": rule(
    "No operation sends occurrences of another account's events, or reads another account's occurrences.",
    "assumed",
  )(async (platform) => {
    const [account, other] = [await sender(platform), await sender(platform)];
    const event = await define(account);
    await sendAccepted(account, event, { objectId: "3101" });
    expectInvalid(await send(other, event, { objectId: "3101" }), "eventName");
    for (const query of [{}, { eventType: event }, { objectType: "contacts", objectId: "3101" }]) {
      expect(await listOccurrences(other, query)).toEqual([]);
    }
    expect((await other.call({ path: typesPath })).body).toEqual({ eventTypes: [] });
    await define(other);
    await other.call({ path: "/events/2026-03/event-definitions/sensor_calibrated", method: "DELETE" });
    expect(await listOccurrences(account)).toHaveLength(1);
  }),

  // Sending
  "occurrences-send": rule(
    "Sending an occurrence returns 204. After that, the list contains the occurrence with its id, event, record, time and values.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account, { propertyDefinitions: [offset] });
    const properties = { torque_offset: "0.5" };
    await sendAccepted(account, event, { objectId: "3101", occurredAt: "2026-04-01T10:00:00+02:00", properties });
    expect(await listOccurrences(account)).toEqual([
      {
        ...{ id: expect.stringMatching(/^\d+$/), eventType: event, objectType: "CONTACT", objectId: "3101" },
        ...{ occurredAt: "2026-04-01T08:00:00Z", properties },
      },
    ]);
  }),
  "occurrences-time": rule(
    "An occurrence without a time gets the time of the request.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    await sendAccepted(account, await define(account), { objectId: "3101" });
    expect((await listOccurrences(account)).map(({ occurredAt }) => occurredAt)).toEqual([demoTime]);
  }),
  "occurrences-time-range": rule(
    "A time that is a leap second, or that is outside the years 0000 to 9999 in UTC, is rejected with status 400 and an error for " +
      "`occurredAt`.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account);
    for (const occurredAt of ["0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2016-12-31T23:59:60Z"]) {
      expectInvalid(await send(account, event, { objectId: "3101", occurredAt }), "occurredAt");
    }
    const ends = ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"];
    for (const occurredAt of ends) await sendAccepted(account, event, { objectId: "3101", occurredAt });
    expect((await listOccurrences(account, { sort: "occurredAt" })).map(({ occurredAt }) => occurredAt)).toEqual(ends);
  }),
  "occurrences-event-name": rule(
    "An event name that is not the full name of a current definition of the account is rejected with status 400 and an error for " +
      "`eventName`.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account);
    await account.call({ path: `/events/2026-03/event-definitions/${await define(account, { name: "old" })}`, method: "DELETE" });
    for (const name of ["sensor_calibrated", "", `${event}_2`, `pe${account.accountId}_old`, `pe1_sensor_calibrated`]) {
      expectInvalid(await send(account, name, { objectId: "3101" }), "eventName");
    }
  }),
  "occurrences-link-order": rule(
    "To find the record of an occurrence, the matching rule, `objectId`, `email` and `utk` are tried in this order. The occurrence is " +
      "linked to the first record that is found.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform);
    await account.seed({
      records: { contacts: ["3103", "3104"].map((id) => ({ id, properties: { email: `${id}@larkspurbikes.example` } })) },
      userTokens: [{ utk: "visitor", contactId: "3104" }],
    });
    const event = await define(account, matching);
    const found = [
      { properties: { owner_email: jonas }, objectId: "3102", email: "3103@larkspurbikes.example", utk: "visitor" },
      { properties: { owner_email: "unknown@larkspurbikes.example" }, objectId: "3102", email: "3103@larkspurbikes.example" },
      { email: " 3103@LARKSPURBIKES.example", objectId: "3999" },
      { utk: "visitor", email: "unknown@larkspurbikes.example" },
    ];
    for (const input of found.toReversed()) await sendAccepted(account, event, input);
    expect(await linkedTo(account)).toEqual(["3104", "3103", "3102", "3101"]);
  }),
  "occurrences-link-not-found": rule(
    "If no record is found, the occurrence is rejected with status 400 and an error for the last of the given fields, or for `objectId` " +
      "if no field is given.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account, matching);
    const unknown = { objectId: "3999", email: "unknown@larkspurbikes.example", utk: "unknown" };
    expectInvalid(await send(account, event, unknown), "utk");
    expectInvalid(await send(account, event, { objectId: "__proto__" }), "objectId");
    expectInvalid(await send(account, event, { properties: { owner_email: unknown.email } }), "properties.owner_email");
    expectInvalid(await send(account, event), "objectId");
    expect([await listOccurrences(account), await monthlyCount(account)]).toEqual([[], 0]);
  }),
  "occurrences-link-archived": rule(
    "Archived records are not found. The id of a merged record identifies the record that it was merged into.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account, matching);
    await account.call({ path: "/crm/objects/2026-03/contacts/3102", method: "DELETE" });
    expectInvalid(await send(account, event, { objectId: "3102" }), "objectId");
    expectInvalid(await send(account, event, { properties: { owner_email: ines } }), "properties.owner_email");
    await account.seed({ records: { contacts: [{ id: "3103" }] } });
    await account.call({ path: "/crm/objects/2026-03/contacts/merge", body: { primaryObjectId: "3101", objectIdToMerge: "3103" } });
    await sendAccepted(account, event, { objectId: "3103" });
    expect(await linkedTo(account)).toEqual(["3101"]);
  }),
  "occurrences-contact-fields": rule(
    "For an event whose primary object is not CONTACT, `email` and `utk` are rejected with status 400 and an error for each of them.",
    { grade: "assumed", source: "the public documentation of a similar API limits both to contacts" },
  )(async (platform) => {
    const account = await sender(platform);
    for (const primaryObject of ["COMPANY", "COURSE", "bike"]) {
      const event = await define(account, { name: primaryObject.toLowerCase(), primaryObject });
      expectInvalid(await send(account, event, { objectId: "5201", email: jonas, utk: "visitor" }), "email", "utk");
      await sendAccepted(account, event, { objectId: "5201" });
    }
  }),
  "occurrences-user-token": rule(
    "If an occurrence contains a user token and is linked to a contact, the token is assigned to that contact, and later occurrences, " +
      "even in the same batch, can be linked by the token.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account, matching);
    expectInvalid(await send(account, event, { utk: "visitor" }), "utk");
    await sendAccepted(account, event, { utk: "visitor", email: jonas });
    await sendAccepted(account, event, { utk: "visitor" });
    await sendAccepted(account, event, { utk: "visitor", objectId: "3102" });
    await sendAccepted(account, event, { utk: "visitor" });
    expect(await linkedTo(account)).toEqual(["3101", "3101", "3102", "3102"]);
    const inputs = [{ objectId: "3101" }, {}].map((input) => ({ eventName: event, utk: "visitor", ...input }));
    expect((await sendBatch(account, inputs)).status).toBe(204);
    expect((await linkedTo(account)).slice(4)).toEqual(["3101", "3101"]);
  }),
  "occurrences-other-objects": rule(
    "If the mock has no records of the primary object, such as courses or a custom object that is given by its name, any `objectId` is " +
      "accepted.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const courses = await define(account, { name: "course_started", primaryObject: "COURSE" });
    const bikes = await define(account, { name: "bike_washed", primaryObject: "bike" });
    await sendAccepted(account, courses, { objectId: "17" });
    await sendAccepted(account, bikes, { objectId: "frame 7" });
    const links = (await listOccurrences(account, { sort: "occurredAt" })).map(({ objectType, objectId }) => [objectType, objectId]);
    expect(links).toEqual([
      ["COURSE", "17"],
      ["bike", "frame 7"],
    ]);
    expect(await linkedTo(account, { objectType: "bike", objectId: "frame 7" })).toEqual(["frame 7"]);
    const companies = await define(account, { name: "company_visited", primaryObject: "COMPANY" });
    expectInvalid(await send(account, companies, { objectId: "17" }), "objectId");
  }),
  "occurrences-merge": rule(
    "When two records are merged, the occurrences of the merged record become occurrences of the remaining one.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account);
    await sendAccepted(account, event, { objectId: "3101" });
    await sendAccepted(account, event, { objectId: "3102", utk: "visitor" });
    await account.call({ path: "/crm/objects/2026-03/contacts/merge", body: { primaryObjectId: "3101", objectIdToMerge: "3102" } });
    await sendAccepted(account, event, { utk: "visitor" });
    expect(await linkedTo(account)).toEqual(["3101", "3101", "3101"]);
    for (const objectId of ["3101", "3102"]) {
      expect(await linkedTo(account, { objectType: "CONTACT", objectId })).toEqual(["3101", "3101", "3101"]);
    }
  }),

  // NO_OBJECT
  "occurrences-no-object-fields": rule(
    "For an event with the primary object NO_OBJECT, `objectId`, `email` and `utk` are rejected with status 400 and an error for each " +
      "of them.",
    { grade: "described", source: "platform description, Events" },
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account, { primaryObject: "NO_OBJECT" });
    expectInvalid(await send(account, event, { objectId: "3101", email: jonas, utk: "visitor" }), "objectId", "email", "utk");
    expectInvalid(await send(account, event, { email: jonas }), "email");
    expect(await monthlyCount(account)).toBe(0);
  }),
  "occurrences-no-object-not-stored": rule("Occurrences of an event with the primary object NO_OBJECT are not returned by any operation.", {
    grade: "described",
    source: "platform description, Events",
  })(async (platform) => {
    const account = await sender(platform);
    const event = await define(account, { primaryObject: "NO_OBJECT", propertyDefinitions: [offset] });
    await sendAccepted(account, event, { properties: { torque_offset: "0.5" }, uuid: "one" });
    for (const query of [{}, { eventType: event }, { "property.torque_offset": "0.5" }])
      expect(await listOccurrences(account, query)).toEqual([]);
    expect((await account.call({ path: typesPath })).body.eventTypes).toEqual([]);
    expect((await account.snapshot()).eventOccurrences).toBeUndefined();
  }),
  "occurrences-no-object-counted": rule("Occurrences of an event with the primary object NO_OBJECT count toward the monthly limit.", {
    grade: "described",
    source: "platform description, Events",
  })(async (platform) => {
    const account = await sender(platform);
    const event = await define(account, { primaryObject: "NO_OBJECT" });
    await sendAccepted(account, event);
    expect((await sendBatch(account, [{ eventName: event }, { eventName: event, uuid: "one" }])).status).toBe(204);
    expect(await monthlyCount(account)).toBe(3);
  }),

  // Repeated occurrences
  "occurrences-uuid": rule(
    "If several occurrences of an event have the same `uuid` within a year, only the first is accepted. Sending the others returns 204 " +
      "and changes nothing.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account);
    const yearAgo = Date.parse(demoTime) - 365 * 24 * 60 * 60 * 1_000;
    const used = { "within a year": yearAgo, "a year ago": yearAgo - 1 };
    const eventUuids = Object.entries(used).map(([uuid, at]) => ({
      event: "sensor_calibrated",
      uuid,
      receivedAt: new Date(at).toISOString(),
    }));
    await account.seed({ eventUuids });
    for (const uuid of [...Object.keys(used), "new", "new"]) await sendAccepted(account, event, { objectId: "3101", uuid });
    expect(await linkedTo(account)).toHaveLength(2);
    for (const uuid of ["a year ago", "new"]) await sendAccepted(account, event, { objectId: "3102", uuid });
    expect(await linkedTo(account)).toEqual(["3101", "3101"]);
    await account.call({ path: "/crm/objects/2026-03/contacts/3101", method: "DELETE" });
    await sendAccepted(account, event, { objectId: "3101", uuid: "new", properties: { deleted_property: "1" } });
    const racing = await Promise.all(["3102", "3102"].map((objectId) => send(account, event, { objectId, uuid: "two" })));
    expect(racing.map(({ status }) => status)).toEqual([204, 204]);
    expect(await linkedTo(account)).toHaveLength(3);
  }),
  "occurrences-uuid-per-event": rule(
    "Occurrences of different events can have the same `uuid`.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform);
    for (const name of ["one", "two"]) await sendAccepted(account, await define(account, { name }), { objectId: "3101", uuid: "same" });
    expect(await listOccurrences(account)).toHaveLength(2);
  }),
  "occurrences-uuid-not-counted": rule(
    "A repeated occurrence does not count toward the monthly limit.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account);
    for (const uuid of ["one", "one", "two"]) await sendAccepted(account, event, { objectId: "3101", uuid });
    expect(await monthlyCount(account)).toBe(2);
  }),
});
