import type { PropertyDefinition } from "../../store/store.ts";

export const alwaysReturned: readonly string[] = ["hs_createdate", "hs_lastmodifieddate", "hs_object_id"];

// No source lists the default properties of meetings. These are the properties that a calendar entry needs (assumed).
const ofMeetings: readonly string[] = [
  "hs_activity_type",
  "hs_attachment_ids",
  "hs_internal_meeting_notes",
  "hs_meeting_body",
  "hs_meeting_end_time",
  "hs_meeting_external_url",
  "hs_meeting_location",
  "hs_meeting_location_type",
  "hs_meeting_outcome",
  "hs_meeting_source",
  "hs_meeting_start_time",
  "hs_meeting_title",
  "hs_timestamp",
];

const byType: ReadonlyMap<string, readonly PropertyDefinition[]> = new Map([
  ["0-1", [{ name: "email", unique: true }]],
  ["0-47", ofMeetings.map((name): PropertyDefinition => ({ name, unique: false }))],
]);

const namesByType: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...byType].map(([type, properties]) => [type, new Set(properties.map(({ name }) => name))]),
);

const defaultsOfContacts: readonly string[] = ["email", "firstname", "lastname"];

/** Returns the properties that a read without requested ones returns. */
export function defaultProperties(objectType: string): readonly string[] {
  return objectType === "0-1" ? defaultsOfContacts : [];
}

/** Returns the built-in properties of an object type, except those that the platform sets. */
export function builtInProperties(objectType: string): readonly PropertyDefinition[] {
  return byType.get(objectType) ?? [];
}

export function isBuiltIn(objectType: string, name: string): boolean {
  return alwaysReturned.includes(name) || namesByType.get(objectType)?.has(name) === true;
}
