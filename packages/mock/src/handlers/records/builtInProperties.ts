import type { PropertyDefinition } from "../../store/store.ts";

/** The properties that every record has a value of, made by the platform itself. */
export const alwaysReturned: readonly string[] = ["hs_createdate", "hs_lastmodifieddate", "hs_object_id"];

// No witness tells which properties a meeting has from the start (assumed): what an entry of a calendar needs.
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

/** The properties that records of a type can have in every account, beside those that the platform makes itself. */
export function builtInProperties(objectType: string): readonly PropertyDefinition[] {
  return byType.get(objectType) ?? [];
}

/** Whether records of a type can have the property in every account. */
export function isBuiltIn(objectType: string, name: string): boolean {
  return alwaysReturned.includes(name) || namesByType.get(objectType)?.has(name) === true;
}
