import type { EventOccurrence, EventOccurrenceList, operations } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { RequestOf } from "../../platform/handler.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { StoredOccurrence } from "../../store/events/eventStore.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import { timeProblems, timestampOf } from "../common/timestamps.ts";
import { definitionByFullName, fullNameOf } from "../eventDefinitions/definitions.ts";
import { primaryObjectIdIn, primaryObjectIdOf, primaryObjectOf } from "../eventDefinitions/primaryObjects.ts";
import { isUnique } from "../records/definitions.ts";
import { notUnique, recordsByValue, remainingRecord } from "../records/find.ts";
import { objectTypeOf } from "../records/objectTypes.ts";

type Query = RequestOf<operations["eventOccurrences.list"]>["query"];

const defaultLimit = 100;

export async function findOccurrences(
  query: Query,
  { store, accountId }: { readonly store: AccountStore; readonly accountId: number },
): Promise<EventOccurrenceList> {
  const { eventType, id, properties, occurredAfter, occurredBefore, sort, after, before, limit = defaultLimit } = query;
  rejectIfAny(problemsOf(query));
  const objectType = query.objectType === undefined ? undefined : await storedType(query.objectType, store);
  const event = eventType === undefined ? undefined : await definitionByFullName(eventType, store);
  const objectIds = await requestedObjects(query, objectType, store);
  if ((eventType !== undefined && !event) || objectIds?.size === 0) return { results: [] };

  const descending = sort?.[0] !== "occurredAt";
  const isBackwards = before !== undefined;
  const occurrences = await store.events.find({
    event: event?.name,
    objectType,
    objectId: objectIds && [...objectIds][0],
    ids: id?.filter((one) => /^\d{1,15}$/.test(one)).map(Number),
    after: occurredAfter === undefined ? undefined : Date.parse(occurredAfter),
    before: occurredBefore === undefined ? undefined : Date.parse(occurredBefore),
    values: filtersOf(query, "property."),
    from: positionOf(before ?? after),
    descending: isBackwards ? !descending : descending,
    limit: limit + 1,
  });
  const part = occurrences.slice(0, limit);
  const page = isBackwards ? part.reverse() : part;
  const hasMore = occurrences.length > limit;
  const results = page.map((occurrence) => shownOccurrence(occurrence, accountId, properties));
  const paging = pagingOf(page, { hasNext: hasMore || isBackwards, hasPrevious: isBackwards ? hasMore : after !== undefined });
  return paging ? { results, paging } : { results };
}

function shownOccurrence(occurrence: StoredOccurrence, accountId: number, names: readonly string[] | undefined): EventOccurrence {
  const { id, event, objectType, objectId, occurredAt, properties } = occurrence;
  const values = Object.entries(properties).filter(([name]) => !names || names.includes(name));
  return {
    id: String(id),
    eventType: fullNameOf(accountId, event),
    objectType: primaryObjectOf(objectType),
    objectId,
    occurredAt: timestampOf(occurredAt),
    properties: Object.fromEntries(values),
  };
}

function pagingOf(
  page: readonly StoredOccurrence[],
  { hasNext, hasPrevious }: { readonly hasNext: boolean; readonly hasPrevious: boolean },
): EventOccurrenceList["paging"] {
  const [first, last] = [page[0], page.at(-1)];
  if (!first || !last || !(hasNext || hasPrevious)) return undefined;
  return {
    ...(hasNext ? { next: { after: cursorOf(last) } } : {}),
    ...(hasPrevious ? { prev: { before: cursorOf(first) } } : {}),
  };
}

const cursorPattern = /^(-?\d{1,15})_(\d{1,15})$/;

function cursorOf({ occurredAt, id }: StoredOccurrence): string {
  return `${occurredAt}_${id}`;
}

function positionOf(cursor: string | undefined): { occurredAt: number; id: number } | undefined {
  const [, occurredAt, id] = cursorPattern.exec(cursor ?? "") ?? [];
  return occurredAt === undefined ? undefined : { occurredAt: Number(occurredAt), id: Number(id) };
}

function problemsOf(query: Query): Problem[] {
  const { objectType, objectId, sort = [], after, before, occurredAfter, occurredBefore } = query;
  const needsType = [
    ...(objectId === undefined ? [] : (["objectId"] as const)),
    ...filtersOf(query, "objectProperty.").map(([name]) => `objectProperty.${name}`),
  ];
  const isCursor = (text: string | undefined) => text === undefined || cursorPattern.test(text);
  return [
    ...(objectType === undefined && needsType.length > 0
      ? [problemOf("objectType", "required", `is required with ${needsType[0]}`, undefined)]
      : []),
    ...sort
      .filter((one) => one !== "occurredAt" && one !== "-occurredAt")
      .map((one) => problemOf("sort", "enum", "must be occurredAt or -occurredAt", one)),
    ...Object.entries({ after, before })
      .filter(([, cursor]) => !isCursor(cursor))
      .map(([name, cursor]) => problemOf(name, "cursor", "must be a cursor from a response", cursor)),
    ...(after !== undefined && before !== undefined ? [problemOf("before", "cursor", "must not be combined with after", before)] : []),
    ...timeProblems({ occurredAfter, occurredBefore }),
  ];
}

/** Returns the filters whose names start with a prefix, without this prefix. */
function filtersOf({ filters = {} }: Query, prefix: string): [name: string, value: string][] {
  return Object.entries(filters)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value]);
}

async function storedType(name: string, store: AccountStore): Promise<string> {
  return primaryObjectIdOf(name.toUpperCase()) ?? (await primaryObjectIdIn(store, name)) ?? name;
}

/** Returns the id of the requested record, an empty set if no record meets all conditions, or `undefined` if there are no conditions. */
async function requestedObjects(query: Query, objectType: string | undefined, store: AccountStore): Promise<Set<string> | undefined> {
  const conditions = filtersOf(query, "objectProperty.");
  if (objectType === undefined || (query.objectId === undefined && conditions.length === 0)) return undefined;
  const isKnown = objectTypeOf(objectType) !== undefined;
  if (!isKnown) return new Set(query.objectId === undefined || conditions.length > 0 ? [] : [query.objectId]);
  const { records } = store;
  const sets: string[][] = [];
  if (query.objectId !== undefined) sets.push([await currentId(query.objectId, objectType, store)]);
  for (const [property, value] of conditions) {
    if (!(await isUnique(records, objectType, property))) rejectIfAny([notUnique(`objectProperty.${property}`, property)]);
    const record = (await recordsByValue(records, objectType, property, [value])).get(value);
    sets.push(record ? [record.id] : []);
  }
  const [first = [], ...others] = sets;
  return new Set(first.filter((id) => others.every((other) => other.includes(id))));
}

/** Returns the id of the remaining record if the record was merged, otherwise the given id. */
async function currentId(id: string, objectType: string, { records }: AccountStore): Promise<string> {
  const [record] = await records.find(objectType, [id]);
  return (record && (await remainingRecord(records, record)))?.id ?? id;
}
