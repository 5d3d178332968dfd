import { expect } from "vitest";
import type { TestResponse } from "../platform.ts";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import { violations } from "../violations.ts";
import { define, linkedTo, listOccurrences, matching, monthlyCount, offset, send, sendAccepted, sendBatch, sender } from "./calls.ts";

const text = (name: string) => ({ name, label: name, type: "string" });

rules("eventOccurrences", {
  // Values and limits
  "occurrences-property-count": rule(
    "An occurrence with more than 50 properties is rejected with status 400 and an error for `properties`.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform);
    const names = Array.from({ length: 50 }, (_, index) => `p${index}`);
    const event = await define(account, { propertyDefinitions: names.map(text), includeDefaultProperties: true });
    const properties = Object.fromEntries(names.map((name) => [name, "1"]));
    await sendAccepted(account, event, { objectId: "3101", properties });
    expectInvalid(await send(account, event, { objectId: "3101", properties: { ...properties, hs_city: "Halden" } }), "properties");
  }),
  "occurrences-value-length": rule(
    "A value with more than 256 characters is rejected with status 400 and an error for the property. The limit is 1,024 characters if " +
      "the name of the property contains `url`, `referrer` or `link`.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform);
    const long = ["page_url", "referrer_2", "deeplink"];
    const event = await define(account, { propertyDefinitions: ["note", ...long].map(text) });
    const cases = [["note", 256] as const, ...long.map((name) => [name, 1_024] as const)];
    for (const [name, max] of cases) {
      await sendAccepted(account, event, { objectId: "3101", properties: { [name]: "🚲".repeat(max) } });
      expectInvalid(await send(account, event, { objectId: "3101", properties: { [name]: "a".repeat(max + 1) } }), `properties.${name}`);
    }
  }),
  "occurrences-names-in-lower-case": rule(
    "Property names are converted to lowercase. If two names become equal, the value of the name that comes last in alphabetical order " +
      "is used.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account, { propertyDefinitions: [text("note")] });
    await sendAccepted(account, event, { objectId: "3101", properties: { nOTE: "b", Note: "a", NOTE: "c" } });
    expect((await listOccurrences(account)).map(({ properties }) => properties)).toEqual([{ note: "b" }]);
  }),
  "occurrences-values": rule(
    "A property that the event does not have, or a value that does not have the type of its property, is rejected with status 400 and " +
      "an error for the property.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const options = [{ label: "Passed", value: "passed" }];
    const propertyDefinitions = [offset, { name: "result", label: "Result", type: "enumeration", options }];
    const typed = ["date", "datetime", "bool"].map((type) => ({ name: type, label: type, type }));
    const event = await define(account, { propertyDefinitions: [...propertyDefinitions, ...typed], includeDefaultProperties: true });
    const wrong = {
      torque_offset: "little",
      result: "Passed",
      date: "today",
      datetime: "now",
      bool: "yes",
      color: "blue",
      hs_device_type: "Boat",
    };
    const fields = Object.keys(wrong).map((name) => `properties.${name}`);
    expectInvalid(await send(account, event, { objectId: "3101", properties: wrong }), ...fields);
    const right = { torque_offset: "-0.5", result: "passed", date: "2026-04-20", datetime: "2026-04-20T08:00:00Z", bool: "true" };
    await sendAccepted(account, event, { objectId: "3101", properties: { ...right, hs_device_type: "Tablet", hs_language: "nb" } });
    await sendAccepted(account, event, { objectId: "3101", properties: { torque_offset: "", result: "" } });
  }),
  "occurrences-values-not-text": rule(
    "A value can be sent as a JSON number or boolean. It is read as text, and the journal lists it as an accepted violation.",
    "observed",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account, { propertyDefinitions: [offset, text("calibrated")] });
    await sendAccepted(account, event, { objectId: "3101", properties: { torque_offset: -0.5, calibrated: true } });
    expect(await listOccurrences(account)).toMatchObject([{ properties: { torque_offset: "-0.5", calibrated: "true" } }]);
    const listed = await violations(platform, account, 1);
    expect(listed.map((problem) => problem.in)).toEqual(["properties.calibrated", "properties.torque_offset"]);
    expectInvalid(await send(account, event, { objectId: "3101", properties: { torque_offset: true } }), "properties.torque_offset");
  }),
  "occurrences-monthly-limit": rule(
    "If an account has sent 30,000,000 occurrences in a calendar month in UTC, further occurrences in this month are rejected with " +
      "status 400 and the category VALIDATION_ERROR.",
    { grade: "assumed", source: "public documentation of a similar API, for the number" },
  )(async (platform) => {
    const account = await sender(platform, { clock: { mode: "frozen", at: "2026-04-30T23:50:00Z" } });
    const event = await define(account);
    await account.seed({ eventUsage: [{ month: "2026-04", count: 29_999_999 }] });
    const { status, body } = await sendBatch(
      account,
      ["3101", "3102"].map((objectId) => ({ eventName: event, objectId, uuid: objectId })),
    );
    expect([status, body.category, body.message]).toEqual([
      400,
      "VALIDATION_ERROR",
      "An account can send at most 30,000,000 event occurrences per month.",
    ]);
    await sendAccepted(account, event, { objectId: "3101", uuid: "3101" });
    expect((await send(account, event, { objectId: "3102" })).status).toBe(400);
    await sendAccepted(account, event, { objectId: "3101", uuid: "3101" });
    await account.advance(10 * 60 * 1_000);
    await sendAccepted(account, event, { objectId: "3102" });
    expect(await linkedTo(account)).toEqual(["3101", "3102"]);
  }),
  "occurrences-rate-limits": rule(
    "If rate limits are enabled, requests that send occurrences do not count toward the ten-second limit or the daily limit.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform, { rateLimits: true, dailyLimit: 2 });
    const event = await define(account);
    for (let count = 0; count < 60; count += 1) {
      await sendAccepted(account, event, { objectId: "3101" });
      expect((await sendBatch(account, [{ eventName: event, objectId: "3102" }])).status).toBe(204);
    }
    expect(await listOccurrences(account, { limit: 1 })).toHaveLength(1);
    expect((await account.call({ path: "/events/event-occurrences/2026-03" })).status).toBe(429);
    await sendAccepted(account, event, { objectId: "3101" });
  }),

  // Batches
  "occurrences-batch": rule(
    "A batch contains up to 500 occurrences, which can belong to different events, and returns 204.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform);
    const [one, other] = [await define(account, { name: "one" }), await define(account, { name: "other", ...matching })];
    const inputs = Array.from({ length: 500 }, (_, index) => ({
      ...(index % 2 === 0 ? { eventName: one, objectId: "3101" } : { eventName: other, email: "ines.ferreira@larkspurbikes.example" }),
    }));
    const { status, body } = await sendBatch(account, inputs);
    expect([status, body, await monthlyCount(account)]).toEqual([204, undefined, 500]);
    expect((await account.snapshot()).eventOccurrences).toHaveLength(500);
    expectInvalid(await sendBatch(account, [...inputs, { eventName: one, objectId: "3101" }]), "inputs");
    expect((await sendBatch(account, [])).status).toBe(204);
  }),
  "occurrences-batch-whole": rule(
    "If an occurrence of a batch is invalid, the response is a 400 that lists the problems with their positions, and no occurrence of " +
      "the batch is accepted.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account, matching);
    const good = { eventName: event, objectId: "3101", uuid: "one" };
    const wrong = [
      { ...good, eventName: "other" },
      { ...good, properties: { torque_offset: "little" } },
    ];
    expectInvalid(await sendBatch(account, [good, ...wrong]), "inputs[1].eventName", "inputs[2].properties.torque_offset");
    expectInvalid(await sendBatch(account, [good, { ...good, uuid: "two", objectId: "3999" }]), "inputs[1].objectId");
    expect([await listOccurrences(account), await monthlyCount(account)]).toEqual([[], 0]);
    await sendAccepted(account, event, good);
    expect(await listOccurrences(account)).toHaveLength(1);
  }),
  "occurrences-batch-uuid": rule(
    "If two occurrences of a batch have the same event and the same `uuid`, only the first is accepted.",
    "documented",
  )(async (platform) => {
    const account = await sender(platform);
    const event = await define(account);
    const inputs = ["3101", "3102", "3101"].map((objectId) => ({ eventName: event, objectId, uuid: "one" }));
    const response: TestResponse = await sendBatch(account, inputs);
    expect([response.status, await linkedTo(account)]).toEqual([204, ["3101"]]);
  }),
});
