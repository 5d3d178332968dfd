import type { EventDefinition, EventOccurrenceInput } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import { contactType, emailProperty } from "../../store/records/contacts.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import { noObject } from "../eventDefinitions/primaryObjects.ts";
import { isUnique } from "../records/definitions.ts";
import { recordsByValue, remainingRecord } from "../records/find.ts";
import { objectTypeOf } from "../records/objectTypes.ts";

export interface Occurrence {
  readonly input: EventOccurrenceInput;
  readonly place: string;
  readonly definition: EventDefinition;
  /** The values, keyed by property name as in the event's definition. */
  readonly properties: Readonly<Record<string, string>>;
}

/** The id of each occurrence's record. Occurrences without an object have no record. */
export type Links = ReadonlyMap<Occurrence, string>;

/** One way to find the record of an occurrence. */
interface Candidate {
  readonly property: string;
  readonly value: string;
  readonly field: string;
  /** Whether a user token identifies the record. An earlier occurrence in the same request may assign the token to another contact. */
  readonly isToken: boolean;
}

export function identityProblems(input: EventOccurrenceInput, { primaryObject }: EventDefinition, place: string): Problem[] {
  const fields = primaryObject === noObject ? (["objectId", "email", "utk"] as const) : (["email", "utk"] as const);
  if (primaryObject !== noObject && objectTypeOf(primaryObject ?? "")?.typeId === contactType) return [];
  const expectation =
    primaryObject === noObject
      ? `must be omitted, because the primary object of the event is ${noObject}`
      : "must be omitted, because the primary object of the event is not CONTACT";
  return fields.flatMap((field) => {
    const value = input[field];
    return value === undefined ? [] : [problemOf(`${place}${field}`, "primaryObject", expectation, value)];
  });
}

/** Returns the type id of an event's primary object, or the name of a custom object. */
export function objectTypeOfEvent({ primaryObjectId, primaryObject = "" }: EventDefinition): string {
  return primaryObjectId ?? primaryObject;
}

/** Looks up all records with the same type and identifying property together. @throws Rejection if an occurrence has no record */
export async function linkOccurrences(occurrences: readonly Occurrence[], store: AccountStore): Promise<Links> {
  const candidates = new Map<Occurrence, readonly Candidate[]>();
  for (const occurrence of occurrences) {
    if (occurrence.definition.primaryObject !== noObject) candidates.set(occurrence, await candidatesOf(occurrence, store));
  }
  const ids = await recordIds(candidates, store);

  const links = new Map<Occurrence, string>();
  const idsByToken = new Map<string, string>();
  const problems: Problem[] = [];
  for (const [occurrence, ways] of candidates) {
    const typeId = objectTypeOfEvent(occurrence.definition);
    const isKnown = objectTypeOf(typeId) !== undefined;
    const { objectId, utk } = occurrence.input;
    const byToken = utk === undefined ? undefined : idsByToken.get(utk);
    const recordId = ways.map((way) => (way.isToken && byToken) || ids.get(keyOf(typeId, way))).find((id) => id !== undefined);
    const id = isKnown ? recordId : objectId;
    if (id === undefined) {
      problems.push(notFound(occurrence, ways.at(-1)));
      continue;
    }
    links.set(occurrence, id);
    if (utk !== undefined) idsByToken.set(utk, id);
  }
  rejectIfAny(problems);
  return links;
}

function notFound({ place }: Occurrence, last: Candidate | undefined): Problem {
  if (last) return problemOf(last.field, "record", "must identify a record of the event's primary object", last.value);
  return problemOf(`${place}objectId`, "required", "is required, because nothing else in the occurrence identifies a record", undefined);
}

/** Returns the ways to find the record of an occurrence, in the order that the platform description and the documentation of a similar API define. */
async function candidatesOf({ definition, input, place, properties }: Occurrence, store: AccountStore): Promise<Candidate[]> {
  const { targetObjectPropertyName = "", eventPropertyName = "" } = definition.customMatchingId?.primaryObjectRule ?? {};
  const matchingValue = Object.hasOwn(properties, eventPropertyName) ? properties[eventPropertyName] : undefined;
  const contactId = input.utk === undefined ? undefined : ((await store.documents.get("userToken", input.utk))?.contactId ?? "");
  const all = [
    { property: targetObjectPropertyName, value: matchingValue, field: `properties.${eventPropertyName}` },
    { property: "hs_object_id", value: input.objectId, field: "objectId" },
    { property: emailProperty, value: input.email, field: "email" },
    { property: "hs_object_id", value: contactId, field: "utk" },
  ];
  return all.flatMap(({ property, value, field }) =>
    value === undefined ? [] : [{ property, value, field: `${place}${field}`, isToken: field === "utk" }],
  );
}

/** Returns the ids of the found records, keyed by type, property and value. */
async function recordIds(
  candidates: ReadonlyMap<Occurrence, readonly Candidate[]>,
  { records }: AccountStore,
): Promise<Map<string, string>> {
  const lookups = new Map<string, { typeId: string; property: string; values: Set<string> }>();
  for (const [{ definition }, ways] of candidates) {
    const typeId = objectTypeOfEvent(definition);
    for (const { property, value } of ways) {
      const key = `${typeId} ${property}`;
      const lookup = lookups.get(key) ?? { typeId, property, values: new Set() };
      lookups.set(key, lookup);
      lookup.values.add(value);
    }
  }
  const ids = new Map<string, string>();
  for (const { typeId, property, values } of lookups.values()) {
    // A property of a matching rule may have been archived since the event was defined.
    if (objectTypeOf(typeId) === undefined || !(await isUnique(records, typeId, property))) continue;
    for (const [value, record] of await recordsByValue(records, typeId, property, [...values])) {
      const current = await remainingRecord(records, record);
      if (current?.archivedAt === null) ids.set(keyOf(typeId, { property, value }), current.id);
    }
  }
  return ids;
}

function keyOf(typeId: string, { property, value }: Pick<Candidate, "property" | "value">): string {
  return JSON.stringify([typeId, property, value]);
}

export async function rememberUserTokens(occurrences: readonly Occurrence[], links: Links, { documents }: AccountStore): Promise<void> {
  const tokens = occurrences.flatMap((occurrence) => {
    const { utk } = occurrence.input;
    const contactId = links.get(occurrence);
    return utk === undefined || contactId === undefined ? [] : [{ key: utk, document: { utk, contactId } }];
  });
  if (tokens.length > 0) await documents.put("userToken", tokens);
}
