import type { ObjectType } from "./objectTypes.ts";

// companions.md, 1.4.
const queried: Readonly<Record<string, readonly string[]>> = {
  contacts: ["company", "email", "fax", "firstname", "hs_additional_emails", "lastname", "mobilephone", "phone"],
  companies: ["domain", "name", "phone", "website"],
  deals: ["dealname", "dealstage", "dealtype", "description", "pipeline"],
  tickets: ["content", "hs_pipeline_stage", "hs_ticket_category", "hs_ticket_id", "subject"],
  meetings: ["hs_meeting_body", "hs_meeting_title"],
};

/** Assumed defaults for object types without documented properties. */
const queriedByDefault: readonly string[] = ["hs_title", "name", "subject", "title"];

const returned: Readonly<Record<string, readonly string[]>> = {
  contacts: ["createdate", "email", "firstname", "lastmodifieddate", "lastname"],
  companies: ["createdate", "domain", "name"],
  deals: ["amount", "closedate", "createdate", "dealname", "dealstage", "pipeline"],
  tickets: ["content", "createdate", "hs_pipeline", "hs_pipeline_stage", "hs_ticket_category", "hs_ticket_priority", "subject"],
};

export function searchedByQuery({ plural }: ObjectType): readonly string[] {
  return queried[plural] ?? queriedByDefault;
}

export function returnedBySearch({ plural }: ObjectType): readonly string[] {
  return returned[plural] ?? [];
}
