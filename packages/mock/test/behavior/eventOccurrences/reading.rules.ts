import { expect } from "vitest";
import type { Platform, TestAccount } from "../platform.ts";
import { expectInvalid } from "../rejections.ts";
import { rule, rules } from "../rules.ts";
import {
  define,
  ines,
  jonas,
  linkedTo,
  listOccurrences,
  listPath,
  matching,
  offset,
  sendAccepted,
  sendBatch,
  sender,
  typesPath,
} from "./calls.ts";

const day = (number: number) => `2026-04-${String(number).padStart(2, "0")}T08:00:00Z`;

interface Sent {
  readonly account: TestAccount;
  readonly repaired: string;
  readonly sold: string;
}

async function withOccurrences(platform: Platform): Promise<Sent> {
  const account = await sender(platform);
  const repaired = await define(account, { name: "repaired", ...matching });
  const sold = await define(account, { name: "sold", primaryObject: "COMPANY", propertyDefinitions: [offset] });
  await sendAccepted(account, repaired, { objectId: "3101", occurredAt: day(1), properties: { torque_offset: "0.5" } });
  await sendAccepted(account, repaired, { occurredAt: day(2), properties: { owner_email: ines, torque_offset: "0.50" } });
  await sendAccepted(account, repaired, { occurredAt: day(3), properties: { owner_email: jonas, torque_offset: "0.5" } });
  await sendAccepted(account, sold, { objectId: "5201", occurredAt: day(4), properties: { torque_offset: "0.5" } });
  return { account, repaired, sold };
}

async function days(account: TestAccount, query: Readonly<Record<string, string>> = {}): Promise<number[]> {
  return (await listOccurrences(account, query)).map(({ occurredAt }) => Number(occurredAt.slice(8, 10)));
}

rules("eventOccurrences", {
  // Reading
  "occurrences-list-event-type": rule(
    "With `eventType`, only occurrences of this event are listed. For an unknown event, the list is empty.",
    "documented",
  )(async (platform) => {
    const { account, repaired, sold } = await withOccurrences(platform);
    expect(await days(account, { eventType: repaired })).toEqual([3, 2, 1]);
    expect(await days(account, { eventType: sold })).toEqual([4]);
    for (const eventType of ["repaired", "pe1_repaired", ""]) expect(await days(account, { eventType })).toEqual([]);
  }),
  "occurrences-list-record": rule(
    "With `objectType` and `objectId`, or with `objectType` and a unique property of the record such as `objectProperty.email`, only " +
      "occurrences on this record are listed.",
    "documented",
  )(async (platform) => {
    const { account } = await withOccurrences(platform);
    expect(await days(account, { objectType: "CONTACT", objectId: "3101" })).toEqual([3, 1]);
    expect(await days(account, { objectType: "CONTACT", objectId: "5201" })).toEqual([]);
    expect(await days(account, { objectType: "CONTACT", "objectProperty.email": ines.toUpperCase() })).toEqual([2]);
    expect(await days(account, { objectType: "CONTACT", "objectProperty.hs_object_id": "3101" })).toEqual([3, 1]);
    expect(await days(account, { objectType: "CONTACT", "objectProperty.email": "unknown@larkspurbikes.example" })).toEqual([]);
    expect(await days(account, { objectType: "CONTACT", objectId: "3101", "objectProperty.email": ines })).toEqual([]);
  }),
  "occurrences-list-object-type": rule(
    "The object type is the primary object, the plural name, the singular name or the type id, in any letter case.",
    "assumed",
  )(async (platform) => {
    const { account } = await withOccurrences(platform);
    for (const objectType of ["COMPANY", "company", "Companies", "0-2"]) expect(await days(account, { objectType })).toEqual([4]);
    expect(await days(account, { objectType: "boats" })).toEqual([]);
  }),
  "occurrences-list-incomplete": rule(
    "`objectId` or `objectProperty.<name>` without `objectType`, and an object property that is not unique, are rejected with status " +
      "400 and an error for the parameter.",
    "assumed",
  )(async (platform) => {
    const account = await sender(platform);
    for (const query of [{ objectId: "3101" }, { "objectProperty.email": jonas }]) {
      expectInvalid(await account.call({ path: listPath, query }), "objectType");
    }
    for (const name of ["firstname", "unknown", ""]) {
      const query = { objectType: "CONTACT", [`objectProperty.${name}`]: "1" };
      expectInvalid(await account.call({ path: listPath, query }), `objectProperty.${name}`);
    }
  }),
  "occurrences-list-property": rule(
    "With `property.<name>`, only occurrences with exactly this value are listed. With several such filters, all of them must match.",
    "documented",
  )(async (platform) => {
    const { account } = await withOccurrences(platform);
    expect(await days(account, { "property.torque_offset": "0.5" })).toEqual([4, 3, 1]);
    expect(await days(account, { "property.torque_offset": "0.5", "property.owner_email": jonas })).toEqual([3]);
    for (const name of ["unknown", "__proto__", ""]) expect(await days(account, { [`property.${name}`]: "0.5" })).toEqual([]);
    expect(await days(account, { torque_offset: "0.50", filters: "property.torque_offset" })).toEqual([4, 3, 2, 1]);
  }),
  "occurrences-list-time": rule(
    "With `occurredAfter` or `occurredBefore`, only occurrences after or before the given time are listed. Occurrences at exactly this " +
      "time are excluded.",
    "documented",
  )(async (platform) => {
    const { account } = await withOccurrences(platform);
    expect(await days(account, { occurredAfter: day(2) })).toEqual([4, 3]);
    expect(await days(account, { occurredBefore: day(2) })).toEqual([1]);
    expect(await days(account, { occurredAfter: day(1), occurredBefore: "2026-04-04T09:00:00+01:00" })).toEqual([3, 2]);
    expectInvalid(await account.call({ path: listPath, query: { occurredAfter: "yesterday" } }), "occurredAfter");
  }),
  "occurrences-list-ids": rule(
    "With `id`, only occurrences with one of these ids are listed.",
    "documented",
  )(async (platform) => {
    const { account } = await withOccurrences(platform);
    const ids = (await listOccurrences(account)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect((await listOccurrences(account, { id: `${ids[2]},${ids[0]},unknown,0` })).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(await listOccurrences(account, { id: "unknown" })).toEqual([]);
  }),
  "occurrences-list-properties": rule(
    "With `properties`, each occurrence is returned with only these properties.",
    "documented",
  )(async (platform) => {
    const { account } = await withOccurrences(platform);
    const found = await listOccurrences(account, { properties: "owner_email,unknown", occurredBefore: day(3) });
    expect(found.map(({ properties }) => properties)).toEqual([{ owner_email: ines }, {}]);
  }),
  "occurrences-list-order": rule(
    "Occurrences are listed newest first, or oldest first with the sort `occurredAt`. Occurrences with equal times are listed in the " +
      "order in which they were sent or, if the newest come first, in the reverse order. Any other sort is rejected with status 400 and " +
      "an error for `sort`.",
    "assumed",
  )(async (platform) => {
    const { account, repaired } = await withOccurrences(platform);
    expect([await days(account), await days(account, { sort: "-occurredAt" })]).toEqual([
      [4, 3, 2, 1],
      [4, 3, 2, 1],
    ]);
    const inputs = ["3102", "3101", "3102"].map((objectId) => ({ eventName: repaired, objectId, occurredAt: day(5) }));
    await sendBatch(account, inputs);
    expect(await linkedTo(account)).toEqual(["3101", "3102", "3101", "5201", "3102", "3101", "3102"]);
    const newest = (await listOccurrences(account)).map(({ id }) => id);
    expect((await listOccurrences(account, { sort: "occurredAt" })).map(({ id }) => id)).toEqual(newest.toReversed());
    for (const sort of ["id", "occurredAt,-occurredAt"]) expectInvalid(await account.call({ path: listPath, query: { sort } }), "sort");
  }),
  "occurrences-list-pages": rule(
    "A page contains up to 100 occurrences. Its cursors lead to the next and the previous page. A request with an invalid cursor, or " +
      "with two cursors, is rejected with a 400.",
    { grade: "assumed", source: "public documentation of a similar API, for the parameters" },
  )(async (platform) => {
    const { account, repaired } = await withOccurrences(platform);
    await sendBatch(
      account,
      Array.from({ length: 3 }, () => ({ eventName: repaired, objectId: "3101", occurredAt: day(5) })),
    );
    for (const sort of ["occurredAt", "-occurredAt"]) {
      const all = (await listOccurrences(account, { sort })).map(({ id }) => id);
      const page = async (query: Readonly<Record<string, string>>) => {
        const { results, paging } = (await account.call({ path: listPath, query: { sort, limit: 3, ...query } })).body;
        return { ids: results.map(({ id }: { id: string }) => id), next: paging?.next?.after, prev: paging?.prev?.before };
      };
      const first = await page({});
      const second = await page({ after: first.next });
      const third = await page({ after: second.next });
      expect([first.ids, second.ids, third.ids]).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(6)]);
      expect([first.prev, third.next]).toEqual([undefined, undefined]);
      expect(await page({ before: third.prev })).toEqual(second);
      expect(await page({ before: second.prev })).toEqual(first);
    }
    for (const cursor of ["1", "x_1", ""]) {
      for (const name of ["after", "before"]) expectInvalid(await account.call({ path: listPath, query: { [name]: cursor } }), name);
    }
    expectInvalid(await account.call({ path: listPath, query: { after: "1_1", before: "1_1" } }), "before");
    for (const limit of [0, 101]) expectInvalid(await account.call({ path: listPath, query: { limit } }), "limit");
  }),
  "occurrences-list-types": rule(
    "The event types are the full names of the current definitions of the account that have a primary object, in alphabetical order.",
    { grade: "assumed", source: "public documentation of a similar API, for the names" },
  )(async (platform) => {
    const account = await sender(platform);
    for (const name of ["sold", "repaired", "cleaned"]) await define(account, { name });
    await define(account, { name: "heartbeat", primaryObject: "NO_OBJECT" });
    await account.call({ path: "/events/2026-03/event-definitions/cleaned", method: "DELETE" });
    const { body } = await account.call({ path: typesPath });
    expect(body).toEqual({ eventTypes: [`pe${account.accountId}_repaired`, `pe${account.accountId}_sold`] });
  }),

  // Changes to definitions
  "occurrences-of-a-deleted-definition": rule(
    "When a definition is deleted, its occurrences are deleted.",
    "documented",
  )(async (platform) => {
    const { account, repaired, sold } = await withOccurrences(platform);
    await account.call({ path: `/events/2026-03/event-definitions/${repaired}`, method: "DELETE" });
    expect(await days(account)).toEqual([4]);
    expect(await days(account, { eventType: repaired })).toEqual([]);
    expect(await days(account, { "property.torque_offset": "0.5", eventType: sold })).toEqual([4]);
    expect((await account.snapshot()).eventOccurrences).toHaveLength(1);
  }),
  "occurrences-of-a-deleted-property": rule(
    "When a property of an event is deleted, past occurrences keep their values.",
    "documented",
  )(async (platform) => {
    const { account, repaired } = await withOccurrences(platform);
    await account.call({ path: `/events/2026-03/event-definitions/${repaired}/property/torque_offset`, method: "DELETE" });
    expect((await listOccurrences(account, { occurredBefore: day(2) })).map(({ properties }) => properties)).toEqual([
      { torque_offset: "0.5" },
    ]);
    expect(await days(account, { eventType: repaired, "property.torque_offset": "0.5" })).toEqual([3, 1]);
  }),

  // With the control API
  "occurrences-snapshot": rule(
    "A snapshot contains occurrences, the `uuid` values in use, the monthly count and the user tokens, and can be restored in another " +
      "account.",
    "assumed",
  )(async (platform) => {
    const { account, repaired } = await withOccurrences(platform);
    await sendAccepted(account, repaired, { objectId: "3101", uuid: "one", utk: "visitor", occurredAt: day(5) });
    const heartbeat = await define(account, { name: "heartbeat", primaryObject: "NO_OBJECT" });
    await sendAccepted(account, heartbeat, { uuid: "one" });
    const saved = await account.snapshot();
    const restored = await sender(platform);
    await sendAccepted(restored, await define(restored, { name: "other" }), { objectId: "3101" });
    await platform.control("PUT", `/accounts/${restored.accountId}/snapshot`, saved);
    const inOther = (name: string) => name.replace(String(account.accountId), String(restored.accountId));
    expect(await listOccurrences(restored)).toEqual(
      (await listOccurrences(account)).map((one) => ({ ...one, eventType: inOther(one.eventType) })),
    );
    for (const event of [repaired, heartbeat].map(inOther)) {
      await sendAccepted(restored, event, event.endsWith("heartbeat") ? { uuid: "one" } : { uuid: "one", objectId: "3102" });
    }
    const { eventOccurrences, eventUuids, eventUsage, userTokens } = saved;
    expect(await restored.snapshot()).toMatchObject({ eventOccurrences, eventUuids, eventUsage, userTokens });
    await sendAccepted(restored, inOther(repaired), { utk: "visitor", occurredAt: day(6) });
    expect((await listOccurrences(restored, { limit: 1 }))[0]).toMatchObject({ objectId: "3101", occurredAt: day(6) });
    expect(await days(restored, { "property.owner_email": jonas })).toEqual([3]);
    for (const name of ["eventOccurrences", "eventUuids", "eventUsage", "userTokens"]) delete saved[name];
    await platform.control("PUT", `/accounts/${restored.accountId}/snapshot`, saved);
    expect(await listOccurrences(restored)).toEqual([]);
    const wrong = { id: "7", event: "unknown", objectId: "3101", occurredAt: day(1) };
    await expect(restored.seed({ eventOccurrences: [wrong, { ...wrong, event: "heartbeat" }] })).rejects.toThrow(
      /eventOccurrences\[1\].*eventOccurrences\[0\]\.event.*eventOccurrences\[1\]\.event/s,
    );
  }),
});
