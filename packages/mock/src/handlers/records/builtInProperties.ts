import type { PropertyDefinition, PropertyType } from "../../store/records/recordStore.ts";
import type { SearchField } from "../../store/search/search.ts";
import { additionalEmailsProperty, emailProperty } from "./contacts.ts";
import { mergedIdsProperty, mergedIntoProperty } from "./mergedRecords.ts";

/** Every response contains these properties, which the platform derives from a record. */
export const alwaysReturned: readonly string[] = ["hs_createdate", "hs_lastmodifieddate", "hs_object_id"];

export const defaultFieldTypes: Readonly<Record<PropertyType, string>> = {
  string: "text",
  number: "number",
  date: "date",
  datetime: "date",
  bool: "booleancheckbox",
  enumeration: "select",
  phone_number: "phonenumber",
};

type Details = Partial<Omit<PropertyDefinition, "name" | "label" | "type" | "options">> & {
  readonly options?: readonly (readonly [string, string])[];
};

const derivedProperties: readonly PropertyDefinition[] = [
  derivedProperty("hs_createdate", "Create date", "createdAt"),
  derivedProperty("hs_lastmodifieddate", "Last modified date", "updatedAt"),
  derivedProperty("hs_object_id", "Record ID", "id"),
  property(mergedIdsProperty, "IDs of merged records", "string", { readOnly: true }),
];

const owner = property("hs_owner_id", "Owner", "enumeration", { externalOptions: true, referencedObjectType: "OWNER" });

const createDate = derivedProperty("createdate", "Create date", "createdAt");

const lifecycleStage = property("lifecyclestage", "Lifecycle stage", "enumeration", {
  fieldType: "radio",
  options: [
    ["subscriber", "Subscriber"],
    ["lead", "Lead"],
    ["marketingqualifiedlead", "Marketing qualified lead"],
    ["salesqualifiedlead", "Sales qualified lead"],
    ["opportunity", "Opportunity"],
    ["customer", "Customer"],
    ["evangelist", "Evangelist"],
    ["other", "Other"],
  ],
});

const location = [
  property("address", "Street address", "string"),
  property("city", "City", "string"),
  property("state", "State or region", "string"),
  property("zip", "Postal code", "string"),
  property("country", "Country", "string"),
];

const activityDate = property("hs_timestamp", "Activity date", "datetime");

const product = [
  property("name", "Name", "string"),
  property("description", "Description", "string", { fieldType: "textarea" }),
  property("price", "Unit price", "number"),
  property("hs_sku", "SKU", "string"),
];

const priorities = [
  ["LOW", "Low"],
  ["MEDIUM", "Medium"],
  ["HIGH", "High"],
  ["URGENT", "Urgent"],
] as const;

// No source lists all default properties. These are the ones that sources mention and that programs usually need (assumed).
const byType: ReadonlyMap<string, readonly PropertyDefinition[]> = new Map([
  [
    "0-1",
    inGroup("contactinformation", [
      createDate,
      derivedProperty("lastmodifieddate", "Last modified date", "updatedAt"),
      property(emailProperty, "Email", "string", { unique: true }),
      property(additionalEmailsProperty, "Additional email addresses", "string", { fieldType: "textarea" }),
      property("firstname", "First name", "string"),
      property("lastname", "Last name", "string"),
      property("company", "Company name", "string"),
      property("jobtitle", "Job title", "string"),
      property("phone", "Phone number", "string"),
      property("mobilephone", "Mobile phone number", "string"),
      property("fax", "Fax number", "string"),
      property("website", "Website", "string"),
      ...location,
      lifecycleStage,
      owner,
    ]),
  ],
  [
    "0-2",
    inGroup("companyinformation", [
      createDate,
      property("name", "Company name", "string"),
      property("domain", "Domain", "string"),
      property("website", "Website", "string"),
      property("phone", "Phone number", "string"),
      property("description", "Description", "string", { fieldType: "textarea" }),
      property("industry", "Industry", "string"),
      property("numberofemployees", "Number of employees", "number"),
      property("annualrevenue", "Annual revenue", "number"),
      ...location,
      lifecycleStage,
      owner,
    ]),
  ],
  [
    "0-3",
    inGroup("dealinformation", [
      createDate,
      property("dealname", "Deal name", "string"),
      property("amount", "Amount", "number"),
      property("closedate", "Close date", "datetime"),
      property("pipeline", "Pipeline", "string"),
      property("dealstage", "Deal stage", "string"),
      property("description", "Description", "string", { fieldType: "textarea" }),
      property("dealtype", "Deal type", "enumeration", {
        options: [
          ["newbusiness", "New business"],
          ["existingbusiness", "Existing business"],
        ],
      }),
      property("hs_priority", "Priority", "enumeration", { options: priorities.slice(0, 3) }),
      owner,
    ]),
  ],
  [
    "0-5",
    inGroup("ticketinformation", [
      createDate,
      property("subject", "Subject", "string"),
      property("content", "Description", "string", { fieldType: "textarea" }),
      property("hs_pipeline", "Pipeline", "string"),
      property("hs_pipeline_stage", "Ticket status", "string"),
      property("hs_ticket_category", "Category", "string"),
      derivedProperty("hs_ticket_id", "Ticket ID", "id"),
      property("hs_ticket_priority", "Priority", "enumeration", { options: priorities }),
      owner,
    ]),
  ],
  [
    "0-47",
    inGroup("engagement", [
      property("hs_activity_type", "Activity type", "string"),
      property("hs_attachment_ids", "Attachments", "string"),
      property("hs_internal_meeting_notes", "Internal notes", "string", { fieldType: "textarea" }),
      property("hs_meeting_body", "Description", "string", { fieldType: "textarea" }),
      property("hs_meeting_end_time", "End time", "datetime"),
      property("hs_meeting_external_url", "External URL", "string"),
      property("hs_meeting_location", "Location", "string"),
      property("hs_meeting_location_type", "Location type", "string"),
      property("hs_meeting_outcome", "Outcome", "enumeration", {
        options: [
          ["SCHEDULED", "Scheduled"],
          ["COMPLETED", "Completed"],
          ["RESCHEDULED", "Rescheduled"],
          ["NO_SHOW", "No show"],
          ["CANCELED", "Canceled"],
        ],
      }),
      property("hs_meeting_source", "Source", "string"),
      property("hs_meeting_start_time", "Start time", "datetime"),
      property("hs_meeting_title", "Title", "string"),
      owner,
      activityDate,
    ]),
  ],
  ["0-7", inGroup("productinformation", product)],
  [
    "0-8",
    inGroup("lineiteminformation", [
      ...product,
      property("quantity", "Quantity", "number"),
      property("amount", "Net price", "number"),
      property("hs_product_id", "Product ID", "number"),
    ]),
  ],
  [
    "0-14",
    inGroup("quoteinformation", [
      property("hs_title", "Title", "string"),
      property("hs_expiration_date", "Expiration date", "date"),
      owner,
    ]),
  ],
  ["0-18", inGroup("engagement", [property("hs_communication_body", "Text", "string", { fieldType: "textarea" }), owner, activityDate])],
  [
    "0-27",
    inGroup("engagement", [
      property("hs_task_subject", "Title", "string"),
      property("hs_task_body", "Notes", "string", { fieldType: "textarea" }),
      property("hs_task_status", "Status", "enumeration", {
        options: [
          ["NOT_STARTED", "Not started"],
          ["IN_PROGRESS", "In progress"],
          ["WAITING", "Waiting"],
          ["COMPLETED", "Completed"],
          ["DEFERRED", "Deferred"],
        ],
      }),
      property("hs_task_priority", "Priority", "enumeration", { options: priorities.slice(0, 3) }),
      owner,
      activityDate,
    ]),
  ],
  ["0-46", inGroup("engagement", [property("hs_note_body", "Text", "string", { fieldType: "textarea" }), owner, activityDate])],
  [
    "0-48",
    inGroup("engagement", [
      property("hs_call_title", "Title", "string"),
      property("hs_call_body", "Notes", "string", { fieldType: "textarea" }),
      property("hs_call_direction", "Direction", "enumeration", {
        options: [
          ["INBOUND", "Inbound"],
          ["OUTBOUND", "Outbound"],
        ],
      }),
      property("hs_call_duration", "Duration in milliseconds", "number"),
      owner,
      activityDate,
    ]),
  ],
  [
    "0-49",
    inGroup("engagement", [
      property("hs_email_subject", "Subject", "string"),
      property("hs_email_text", "Text", "string", { fieldType: "textarea" }),
      property("hs_email_html", "HTML", "string", { fieldType: "html" }),
      property("hs_email_direction", "Direction", "enumeration", {
        options: [
          ["EMAIL", "Outgoing"],
          ["INCOMING_EMAIL", "Incoming"],
          ["FORWARDED_EMAIL", "Forwarded"],
        ],
      }),
      owner,
      activityDate,
    ]),
  ],
  ["0-116", inGroup("engagement", [property("hs_postal_mail_body", "Text", "string", { fieldType: "textarea" }), owner, activityDate])],
  ["0-142", inGroup("cartinformation", [property("hs_cart_name", "Name", "string"), property("hs_total_price", "Total price", "number")])],
  ["0-420", inGroup("listinginformation", [property("hs_name", "Name", "string"), property("hs_price", "Price", "number"), owner])],
  [
    "0-421",
    inGroup("appointmentinformation", [
      property("hs_appointment_name", "Name", "string"),
      property("hs_appointment_start", "Start time", "datetime"),
      property("hs_appointment_end", "End time", "datetime"),
      owner,
    ]),
  ],
]);

const definitionsByType: ReadonlyMap<string, ReadonlyMap<string, PropertyDefinition>> = new Map(
  [...byType].map(([type, properties]) => [type, byName([...derivedProperties, ...properties])]),
);
const derivedByName = byName(derivedProperties);

const defaultsOfContacts: readonly string[] = ["email", "firstname", "lastname"];

export function defaultProperties(objectType: string): readonly string[] {
  return objectType === "0-1" ? defaultsOfContacts : [];
}

export function builtInProperties(objectType: string): ReadonlyMap<string, PropertyDefinition> {
  return definitionsByType.get(objectType) ?? derivedByName;
}

/** Names that only the platform may define, even for object types without a built-in property of that name. */
const reservedNames: ReadonlySet<string> = new Set(["createdate", "lastmodifieddate", mergedIntoProperty]);

export function isBuiltIn(objectType: string, name: string): boolean {
  return builtInProperties(objectType).has(name);
}

export function isReserved(objectType: string, name: string): boolean {
  return isBuiltIn(objectType, name) || reservedNames.has(name);
}

function derivedProperty(name: string, label: string, derivedFrom: SearchField): PropertyDefinition {
  return property(name, label, derivedFrom === "id" ? "number" : "datetime", { readOnly: true, derivedFrom });
}

function property(name: string, label: string, type: PropertyType, { options, ...details }: Details = {}): PropertyDefinition {
  const propertyOptions = options?.map(([value, text], displayOrder) => ({ label: text, value, displayOrder, hidden: false }));
  return {
    name,
    label,
    type,
    unique: false,
    fieldType: defaultFieldTypes[type],
    ...details,
    ...(propertyOptions ? { options: propertyOptions } : {}),
  };
}

export function defaultGroup(objectType: string): string {
  return byType.get(objectType)?.[0]?.groupName ?? "information";
}

function inGroup(groupName: string, properties: readonly PropertyDefinition[]): PropertyDefinition[] {
  return properties.map((definition) => ({ ...definition, groupName }));
}

function byName(properties: readonly PropertyDefinition[]): ReadonlyMap<string, PropertyDefinition> {
  return new Map(properties.map((definition) => [definition.name, definition]));
}
