/** The properties that name a record, in the order of their precedence. */
const singleNames = [
  "name",
  "hs_name",
  "dealname",
  "subject",
  "title",
  "hs_title",
  "hs_meeting_title",
  "hs_task_subject",
  "hs_note_body",
  "hs_call_title",
  "hs_email_subject",
  "hs_appointment_name",
  "label",
  "domain",
  "email",
];

export const nameProperties: readonly string[] = ["firstname", "lastname", ...singleNames];

/** Returns an empty string if the record has no naming property. @param currentValue returns the current value of a property */
export function nameOfRecord(currentValue: (property: string) => string | null | undefined): string {
  const [first = "", last = "", ...others] = nameProperties.map((property) => currentValue(property)?.trim() ?? "");
  return `${first} ${last}`.trim() || (others.find((value) => value !== "") ?? "");
}
