import type { ObjectType } from "./objectTypes.ts";

// The properties of the first five types are documented for a similar API; the others are assumed.
const queryProperties: Readonly<Record<string, readonly string[]>> = {
  contacts: ["company", "email", "fax", "firstname", "hs_additional_emails", "lastname", "mobilephone", "phone"],
  companies: ["domain", "name", "phone", "website"],
  deals: ["dealname", "dealstage", "dealtype", "description", "pipeline"],
  tickets: ["content", "hs_pipeline_stage", "hs_ticket_category", "hs_ticket_id", "subject"],
  meetings: ["hs_meeting_body", "hs_meeting_title"],
  appointments: ["hs_appointment_name"],
  calls: ["hs_call_body", "hs_call_title"],
  carts: ["hs_cart_name"],
  communications: ["hs_communication_body"],
  emails: ["hs_email_subject", "hs_email_text"],
  line_items: ["description", "hs_sku", "name"],
  listings: ["hs_name"],
  notes: ["hs_note_body"],
  postal_mail: ["hs_postal_mail_body"],
  products: ["description", "hs_sku", "name"],
  quotes: ["hs_title"],
  tasks: ["hs_task_body", "hs_task_subject"],
};

/** The defaults for custom object types (assumed). */
const defaultQueryProperties: readonly string[] = ["hs_title", "name", "subject", "title"];

const resultProperties: Readonly<Record<string, readonly string[]>> = {
  contacts: ["createdate", "email", "firstname", "lastmodifieddate", "lastname"],
  companies: ["createdate", "domain", "name"],
  deals: ["amount", "closedate", "createdate", "dealname", "dealstage", "pipeline"],
  tickets: ["content", "createdate", "hs_pipeline", "hs_pipeline_stage", "hs_ticket_category", "hs_ticket_priority", "subject"],
};

export function searchedByQuery({ plural }: ObjectType): readonly string[] {
  return queryProperties[plural] ?? defaultQueryProperties;
}

export function returnedBySearch({ plural }: ObjectType): readonly string[] {
  return resultProperties[plural] ?? [];
}
