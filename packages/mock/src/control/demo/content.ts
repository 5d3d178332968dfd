import type {
  Broadcast,
  Channel,
  Domain,
  DomainList,
  DomainSettings,
  DomainV1,
  EventDefinitionList,
  OwnerList,
  Page,
  PropertyGroup,
  SmtpTokenV1,
  WebhookSettings,
  WebhookSubscriptionList,
} from "@crm-platform/types";
import { isObject } from "../../contract/openapi/document.ts";
import { crmPlatform } from "../../crmPlatform.ts";
import type { AccountState, PipelineChangeState, PipelineState } from "../../generated/control/schemas.ts";

interface Listed<Item> {
  readonly objects: readonly Item[];
}

export function demoContent(): AccountState {
  const pages = ["published", "drafts"].flatMap((name) => (responseExample("/content/api/v2/pages", name) as Listed<Page>).objects);
  const domains = (responseExample("/cos-domains/v1/domains", "all") as Listed<DomainV1>).objects;
  const { results: newDomains } = responseExample("/cms/domains/2026-03", "all") as DomainList;
  const { results: owners } = responseExample("/crm/owners/2026-03", "all") as OwnerList;
  const videoCalls = responseExample("/crm/properties/2026-03/{objectType}/groups/{groupName}", "video") as PropertyGroup;
  const tokens = responseExample("/email/public/v1/smtpapi/tokens", "tokens") as readonly SmtpTokenV1[];
  const { results: eventDefinitions } = responseExample("/events/2026-03/event-definitions", "withProperties") as EventDefinitionList;
  const channels = responseExample("/broadcast/v1/channels/setting/publish/current", "oneChannel") as readonly Channel[];
  const broadcasts = ["waiting", "published"].map((name) => responseExample("/broadcast/v1/broadcasts/{broadcastGuid}", name) as Broadcast);
  const webhookSettings = responseExample("/webhooks/2026-03/{appId}/settings", "trailDesk") as WebhookSettings;
  const { results: subscriptions } = responseExample("/webhooks/2026-03/{appId}/subscriptions", "trailDesk") as WebhookSubscriptionList;
  return {
    emails: [
      {
        id: 68420157,
        name: "Ticket received",
        from: sender,
        subject: "We have your ticket",
        body: "We have your ticket {{ ticket_subject }}.",
      },
      { id: 68420158, name: "Calibration reminder", from: sender, body: null },
      { id: 68420159, name: "Replacement shipped", from: sender, requiredProperties: ["tracking_number"] },
    ],
    blockedDomains: ["blocked.example"],
    bouncedAddresses: ["former.workshop@larkspurbikes.example"],
    spamAddresses: ["office@larkspurbikes.example"],
    smtpTokens: [...tokens.map(({ portalId: _account, ...token }) => token), shipmentNotices, tradeFair],
    pipelines: [fleetOrders],
    pipelineAudits: [{ objectType: "deals", id: fleetOrders.id, changes: [creation(fleetOrders)] }],
    propertyGroups: [{ objectType: "meetings", name: videoCalls.name, label: videoCalls.label, displayOrder: 1 }],
    pages: [...pages],
    domains: domains.map((domain) => ({ ...domain, ...settingsOf(newDomains.find(({ id }) => id === domain.id)) })),
    owners: owners.map(({ userIdIncludingInactive: _derived, ...owner }) => owner),
    eventDefinitions: [...eventDefinitions],
    eventOccurrences,
    channels: [...channels],
    broadcasts,
    webhookSettings: [{ ...webhookSettings, appId }],
    webhookSubscriptions: subscriptions.map((subscription) => ({ ...subscription, appId })),
  };
}

const eventOccurrences = [
  {
    id: "1401",
    event: "repair_completed",
    objectId: "3101",
    occurredAt: "2026-04-16T09:30:00Z",
    properties: { owner_email: "jonas.brandt@larkspurbikes.example", repair_result: "repaired", torque_offset: "0.4" },
  },
  {
    id: "1402",
    event: "repair_completed",
    objectId: "3102",
    occurredAt: "2026-04-18T14:00:00Z",
    properties: { owner_email: "ines.ferreira@larkspurbikes.example", repair_result: "replaced" },
  },
  {
    id: "1403",
    event: "sensor_registered",
    objectId: "3102",
    occurredAt: "2026-04-18T14:20:00Z",
    properties: { serial_number: "TS-4410" },
  },
];

const appId = 27314;

const sender = "support@haldeninstruments.example";

// The example of the token list does not contain this token, but another example resets its password.
const shipmentNotices = {
  userName: "p4z6c1v8ry@4815162.smtp.crm-platform.example",
  emailCampaignId: 14862054,
  createdAt: 1776672000000,
  createdBy: "mara.lindqvist@haldeninstruments.example",
  appId,
  campaignName: "Shipment notices",
};

// This token is only used in an example that deletes it.
const tradeFair = {
  ...shipmentNotices,
  userName: "h9r4y7c2mp@4815162.smtp.crm-platform.example",
  emailCampaignId: 14862060,
  campaignName: "Trade fair",
};

/** Returns the fields of a domain that version v1 does not have. */
function settingsOf(domain: Domain | undefined): DomainSettings {
  const names = Object.keys(valueAt("components", "schemas", "DomainSettings", "properties") as object);
  return Object.fromEntries(Object.entries(domain ?? {}).filter(([name]) => names.includes(name)));
}

function responseExample(path: string, name: string): unknown {
  return valueAt("paths", path, "get", "responses", "200", "content", "application/json", "examples", name, "value");
}

function valueAt(...steps: readonly string[]): unknown {
  const value = steps.reduce<unknown>((node, step) => (isObject(node) ? node[step] : undefined), crmPlatform());
  if (value === undefined) throw new Error(`The document does not contain ${steps.join(" → ")}.`);
  return value;
}

const dates = { createdAt: "2026-02-02T08:30:00Z", updatedAt: "2026-02-02T08:30:00Z", archived: false };
const stage = { ...dates, writePermissions: "CRM_PERMISSIONS_ENFORCEMENT" };

const fleetOrders: PipelineState = {
  objectType: "deals",
  id: "310001",
  label: "Fleet orders",
  displayOrder: 1,
  stages: [
    { ...stage, id: "310002", label: "Offered", displayOrder: 0, metadata: { probability: "0.5" } },
    { ...stage, id: "310003", label: "Delivered", displayOrder: 1, metadata: { probability: "1.0" } },
  ],
  ...dates,
};

function creation({ objectType: _type, ...pipeline }: PipelineState): PipelineChangeState {
  const stages = pipeline.stages.map(({ id }) => ({ id, action: "CREATE" as const }));
  return { action: "CREATE", timestamp: pipeline.createdAt, userId: 90211, stages, pipeline };
}
