import type { EventDefinition, EventOccurrenceInput } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import type { Context } from "../../platform/context.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { StoredOccurrence } from "../../store/events/eventStore.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import { timeProblems } from "../common/timestamps.ts";
import { definitionByFullName } from "../eventDefinitions/definitions.ts";
import { identityProblems, linkOccurrences, type Occurrence, objectTypeOfEvent, rememberUserTokens } from "./links.ts";
import { propertiesOf, propertyProblems } from "./values.ts";

const yearMs = 365 * 24 * 60 * 60 * 1_000;
const maxPerMonth = 30_000_000;

export interface PlacedInput {
  readonly input: EventOccurrenceInput;
  /** The path of the occurrence in the request, followed by a dot, or an empty string. */
  readonly place: string;
}

interface KeyedOccurrence extends Occurrence {
  /** Equal for occurrences of the same event with the same uuid. */
  readonly uuidKey: string | undefined;
}

/** Accepts all occurrences of a request, except repeated ones. @throws Rejection if one of them is invalid */
export async function sendOccurrences(inputs: readonly PlacedInput[], context: Context): Promise<void> {
  const { store, now, ids } = context;
  const definitions = await definitionsOf(inputs, store);
  const occurrences = inputs.flatMap(({ input, place }): KeyedOccurrence[] => {
    const definition = definitions.get(input.eventName);
    if (!definition) return [];
    const uuidKey = input.uuid === undefined ? undefined : `${definition.name} ${input.uuid}`;
    return [{ input, place, definition, uuidKey, properties: propertiesOf(definition, input.properties) }];
  });
  const newKeys = await claimUuids(occurrences, context);
  const isNew = ({ uuidKey }: KeyedOccurrence) => uuidKey === undefined || newKeys.has(uuidKey);
  const current = occurrences.filter(isNew);
  const repeats = occurrences.filter((one) => !isNew(one));
  rejectIfAny([
    ...inputs.flatMap(({ input: { eventName }, place }) => (definitions.has(eventName) ? [] : unknownEvent(eventName, place))),
    ...current.flatMap(problemsOf),
    // The definition may have changed since the first occurrence, so the values are not validated again.
    ...repeats.flatMap(({ input, definition, place }) => identityProblems(input, definition, place)),
  ]);
  const keys = current.map(({ uuidKey }) => uuidKey);
  const distinctOccurrences = current.filter(({ uuidKey }, index) => uuidKey === undefined || keys.indexOf(uuidKey) === index);
  const links = await linkOccurrences(distinctOccurrences, store);
  await countOccurrences(distinctOccurrences.length, context);
  const storedOccurrences: StoredOccurrence[] = [];
  for (const occurrence of distinctOccurrences) {
    const objectId = links.get(occurrence);
    const { definition, input, properties } = occurrence;
    if (objectId === undefined) continue;
    store.addChange({ kind: "occurrence", event: input.eventName, objectId });
    storedOccurrences.push({
      id: await ids.number(),
      event: definition.name,
      objectType: objectTypeOfEvent(definition),
      objectId,
      occurredAt: input.occurredAt === undefined ? now : Date.parse(input.occurredAt),
      properties,
    });
  }
  await store.events.put(storedOccurrences);
  await rememberUserTokens(distinctOccurrences, links, store);
}

/** Returns the current definitions that the occurrences name, keyed by full name. */
async function definitionsOf(inputs: readonly PlacedInput[], store: AccountStore): Promise<Map<string, EventDefinition>> {
  const definitions = new Map<string, EventDefinition>();
  for (const name of new Set(inputs.map(({ input }) => input.eventName))) {
    const definition = await definitionByFullName(name, store);
    if (definition && !definition.archived) definitions.set(name, definition);
  }
  return definitions;
}

function unknownEvent(eventName: string, place: string): Problem[] {
  return [problemOf(`${place}eventName`, "reference", "must be the full name of an event definition of the account", eventName)];
}

function problemsOf({ input, place, definition }: Occurrence): Problem[] {
  return [
    ...identityProblems(input, definition, place),
    ...propertyProblems(definition, input.properties, `${place}properties`),
    ...timeProblems({ [`${place}occurredAt`]: input.occurredAt }),
  ];
}

/** Claims the uuids. Returns the keys of those that no occurrence has claimed within the last year. */
async function claimUuids(occurrences: readonly KeyedOccurrence[], { store, now }: Context): Promise<ReadonlySet<string>> {
  const uuids = new Map<string, { event: string; uuid: string }>();
  for (const { uuidKey, definition, input } of occurrences) {
    if (uuidKey !== undefined) uuids.set(uuidKey, { event: definition.name, uuid: input.uuid ?? "" });
  }
  return uuids.size === 0 ? new Set() : store.events.claim([...uuids.values()], now, now - yearMs);
}

/** @throws Rejection when the account exceeds its monthly limit */
async function countOccurrences(increase: number, { store: { documents }, now }: Context): Promise<void> {
  const month = new Date(now).toISOString().slice(0, 7);
  const count = ((await documents.get("eventUsage", month))?.count ?? 0) + increase;
  if (count > maxPerMonth) {
    throw new Rejection("VALIDATION_ERROR", `An account can send at most ${maxPerMonth.toLocaleString("en")} event occurrences per month.`);
  }
  if (increase > 0) await documents.put("eventUsage", [{ key: month, document: { month, count } }]);
}
