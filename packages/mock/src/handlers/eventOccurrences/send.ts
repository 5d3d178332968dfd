import type { EventDefinition, EventOccurrenceInput } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import type { Context } from "../../platform/context.ts";
import type { AccountStore, StoredOccurrence } from "../../store/store.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import { definitionByFullName } from "../eventDefinitions/definitions.ts";
import { identityProblems, linkOccurrences, type Occurrence, objectTypeOfEvent, rememberUserTokens } from "./links.ts";
import { propertiesOf, propertyProblems } from "./values.ts";

const yearMs = 365 * 24 * 60 * 60 * 1_000;
const maxPerMonth = 30_000_000;

export interface Given {
  readonly input: EventOccurrenceInput;
  /** The place of the occurrence in the request, with a dot at its end, or the empty string. */
  readonly place: string;
}

/**
 * Accepts all occurrences of a request, except repeated ones.
 * @throws Rejection if one of them is invalid
 */
export async function sendOccurrences(given: readonly Given[], context: Context): Promise<void> {
  const { store, now, ids } = context;
  const definitions = await definitionsOf(given, store);
  rejectIfAny(given.flatMap((one) => problemsOf(one, definitions.get(one.input.eventName))));
  const occurrences = given.flatMap(({ input, place }): Occurrence[] => {
    const definition = definitions.get(input.eventName);
    return definition ? [{ input, place, definition, properties: propertiesOf(definition, input.properties) }] : [];
  });
  const isNew = await claimUuids(occurrences, context);
  const accepted = occurrences.filter((_, index) => isNew[index]);
  const links = await linkOccurrences(accepted, store);
  await countOccurrences(accepted.length, context);
  const stored: StoredOccurrence[] = [];
  for (const occurrence of accepted) {
    const objectId = links.get(occurrence);
    if (objectId === undefined) continue;
    const { definition, input, properties } = occurrence;
    stored.push({
      id: await ids.number(),
      event: definition.name,
      objectType: objectTypeOfEvent(definition),
      objectId,
      occurredAt: input.occurredAt === undefined ? now : Date.parse(input.occurredAt),
      properties,
    });
  }
  await store.events.put(stored);
  await rememberUserTokens(accepted, links, store);
}

/** Returns the current definitions that the occurrences name, keyed by full name. */
async function definitionsOf(given: readonly Given[], store: AccountStore): Promise<Map<string, EventDefinition>> {
  const definitions = new Map<string, EventDefinition>();
  for (const name of new Set(given.map(({ input }) => input.eventName))) {
    const definition = await definitionByFullName(name, store);
    if (definition && !definition.archived) definitions.set(name, definition);
  }
  return definitions;
}

function problemsOf({ input, place }: Given, definition: EventDefinition | undefined): Problem[] {
  const { eventName, occurredAt } = input;
  if (!definition) {
    return [problemOf(`${place}eventName`, "reference", "must be the full name of an event definition of the account", eventName)];
  }
  // The format allows leap seconds, which do not exist in the platform's times.
  const isTime = occurredAt === undefined || !Number.isNaN(Date.parse(occurredAt));
  return [
    ...identityProblems(input, definition, place),
    ...propertyProblems(definition, input.properties, `${place}properties`),
    ...(isTime ? [] : [problemOf(`${place}occurredAt`, "format", "must be a time in ISO 8601 format", occurredAt)]),
  ];
}

/** Returns for each occurrence whether it is the first one with its uuid within a year. */
async function claimUuids(occurrences: readonly Occurrence[], { store, now }: Context): Promise<boolean[]> {
  const keys = occurrences.map(({ definition, input }) => input.uuid && `${definition.name} ${input.uuid}`);
  const first = occurrences.flatMap(({ definition, input: { uuid } }, index) =>
    uuid !== undefined && keys.indexOf(keys[index]) === index ? [{ event: definition.name, uuid }] : [],
  );
  const claimed = first.length === 0 ? new Set<string>() : await store.events.claim(first, now, now - yearMs);
  return keys.map((key, index) => key === undefined || (claimed.has(key) && keys.indexOf(key) === index));
}

/** @throws Rejection when the account exceeds its monthly limit */
async function countOccurrences(added: number, { store: { documents }, now }: Context): Promise<void> {
  const month = new Date(now).toISOString().slice(0, 7);
  const count = ((await documents.get("eventUsage", month))?.count ?? 0) + added;
  if (count > maxPerMonth) {
    throw new Rejection("VALIDATION_ERROR", `An account can send at most ${maxPerMonth.toLocaleString("en")} event occurrences per month.`);
  }
  if (added > 0) await documents.put("eventUsage", [{ key: month, document: { month, count } }]);
}
