import type { LegacyEngagement, LegacyEngagementInput, LegacyEngagementMetadata } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import type { StoredRecord } from "../../store/records/recordStore.ts";
import { notFound } from "../records/find.ts";
import { knownType, type ObjectType } from "../records/objectTypes.ts";
import type { Values } from "../records/propertyValues.ts";
import { associatedIds, createRecord } from "./records.ts";
import { legacyValues } from "./values.ts";

type EngagementType = LegacyEngagementInput["engagement"]["type"];

interface Mapping {
  readonly objectType: ObjectType;
  /** The properties that contain the fields of the metadata. */
  readonly properties: Readonly<Partial<Record<keyof LegacyEngagementMetadata, string>>>;
}

const mappings: Readonly<Record<EngagementType, Mapping>> = {
  NOTE: { objectType: knownType("notes"), properties: { body: "hs_note_body" } },
  EMAIL: {
    objectType: knownType("emails"),
    properties: { subject: "hs_email_subject", html: "hs_email_html", text: "hs_email_text" },
  },
  TASK: {
    objectType: knownType("tasks"),
    properties: { subject: "hs_task_subject", body: "hs_task_body", status: "hs_task_status" },
  },
  MEETING: {
    objectType: knownType("meetings"),
    properties: {
      title: "hs_meeting_title",
      body: "hs_meeting_body",
      startTime: "hs_meeting_start_time",
      endTime: "hs_meeting_end_time",
    },
  },
  CALL: {
    objectType: knownType("calls"),
    properties: {
      body: "hs_call_body",
      toNumber: "hs_call_to_number",
      fromNumber: "hs_call_from_number",
      status: "hs_call_status",
      durationMilliseconds: "hs_call_duration",
      recordingUrl: "hs_call_recording_url",
    },
  },
};

/** The fields of the metadata that contain numbers. The values of properties are texts. */
const numericFields: ReadonlySet<string> = new Set(["startTime", "endTime", "durationMilliseconds"]);

const timeProperty = "hs_timestamp";
const ownerProperty = "hs_owner_id";

export async function createEngagement(input: LegacyEngagementInput, context: Context): Promise<LegacyEngagement> {
  const { engagement, associations = {}, metadata } = input;
  const { objectType, properties } = mappings[engagement.type];
  const values: Record<string, string> = { [timeProperty]: String(engagement.timestamp ?? context.now) };
  if (engagement.ownerId !== undefined) values[ownerProperty] = String(engagement.ownerId);
  for (const [field, property] of Object.entries(properties)) {
    const value = metadata[field as keyof LegacyEngagementMetadata];
    if (value !== undefined) values[property] = String(value);
  }
  const { contactIds, companyIds, dealIds, ticketIds } = associations;
  const ids = { contacts: contactIds, companies: companyIds, deals: dealIds, tickets: ticketIds };
  return engagementOf(engagement.type, await createRecord(objectType, values satisfies Values, ids, context), context);
}

/** Returns the first activity with the id, because activities of different types can have the same one. @throws Rejection if no activity has the id */
export async function existingEngagement(id: string, context: Context): Promise<LegacyEngagement> {
  for (const [type, { objectType }] of Object.entries(mappings)) {
    const [record] = await context.store.records.find(objectType.typeId, [id]);
    if (record?.archivedAt === null) return engagementOf(type as EngagementType, record, context);
  }
  throw notFound({ ...knownType("notes"), singular: "activity" });
}

async function engagementOf(type: EngagementType, record: StoredRecord, context: Context): Promise<LegacyEngagement> {
  const { objectType, properties } = mappings[type];
  const [values = {}] = await legacyValues([record], [timeProperty, ownerProperty, ...Object.values(properties)], context);
  const [{ contacts, companies, deals, tickets } = {}] = await associatedIds(
    objectType,
    [record],
    ["contacts", "companies", "deals", "tickets"],
    context,
  );
  const ownerIds = values[ownerProperty] ? [Number(values[ownerProperty].value)] : [];
  const metadata = Object.entries(properties).flatMap(([field, property]) => {
    const value = values[property]?.value;
    return value === undefined ? [] : [[field, numericFields.has(field) ? Number(value) : value]];
  });
  return {
    engagement: {
      id: Number(record.id),
      portalId: context.accountId,
      active: true,
      type,
      createdAt: record.createdAt,
      lastUpdated: record.updatedAt,
      ...(values[timeProperty] && { timestamp: Number(values[timeProperty].value) }),
      ...(ownerIds[0] !== undefined && { ownerId: ownerIds[0] }),
    },
    associations: {
      contactIds: contacts ?? [],
      companyIds: companies ?? [],
      dealIds: deals ?? [],
      ticketIds: tickets ?? [],
      ownerIds,
    },
    metadata: Object.fromEntries(metadata),
  };
}
