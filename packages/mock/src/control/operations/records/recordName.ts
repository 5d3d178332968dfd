import { pluralOf } from "../../../handlers/records/objectTypes.ts";
import { historyOf, type StoredRecord } from "../../../store/records/recordStore.ts";

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

/** Returns an empty string if the record has no naming property. */
export function nameOfRecord(record: StoredRecord): string {
  const type = pluralOf(record.objectType);
  if (type === "contacts") return nameOfContact(record);
  const names = [...(nameProperties[type] ?? []), ...usualProperties];
  return names.map((name) => currentValue(record, name)).find((value) => value !== "") ?? "";
}

function nameOfContact(contact: StoredRecord): string {
  const name = [currentValue(contact, "firstname"), currentValue(contact, "lastname")].join(" ").trim();
  return name === "" ? currentValue(contact, "email") : name;
}

function currentValue(record: StoredRecord, property: string): string {
  return historyOf(record, property)[0]?.value.trim() ?? "";
}
