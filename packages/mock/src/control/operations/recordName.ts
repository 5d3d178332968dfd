import { objectTypeOf } from "../../handlers/records/objectTypes.ts";
import { historyOf, type StoredRecord } from "../../store/store.ts";

/** The properties that people know a record by, those of its type first. */
const nameProperties: Readonly<Record<string, readonly string[]>> = {
  companies: ["name", "domain"],
  deals: ["dealname"],
  tickets: ["subject"],
  meetings: ["hs_meeting_title"],
  tasks: ["hs_task_subject"],
  notes: ["hs_note_body"],
  calls: ["hs_call_title"],
  emails: ["hs_email_subject"],
  quotes: ["hs_title"],
  appointments: ["hs_appointment_name"],
};

const usualProperties = ["name", "hs_name", "title", "hs_title", "subject", "label"];

/** What people know a record by; empty when no property tells. */
export function nameOfRecord(record: StoredRecord): string {
  const type = pluralOf(record.objectType);
  if (type === "contacts") return nameOfContact(record);
  const names = [...(nameProperties[type] ?? []), ...usualProperties];
  return names.map((name) => presentValue(record, name)).find((value) => value !== "") ?? "";
}

function nameOfContact(contact: StoredRecord): string {
  const name = [presentValue(contact, "firstname"), presentValue(contact, "lastname")].join(" ").trim();
  return name === "" ? presentValue(contact, "email") : name;
}

/** The present value of a property; empty when it has none. */
function presentValue(record: StoredRecord, property: string): string {
  return historyOf(record, property)[0]?.value.trim() ?? "";
}

/** An object type as paths and people write it, for example `contacts`. */
export function pluralOf(typeId: string): string {
  return objectTypeOf(typeId)?.plural ?? typeId;
}
