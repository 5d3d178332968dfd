import type { CrmPlatformClient } from "@crm-platform/client";
import { type OperationId, operationTable } from "@crm-platform/types";

export const operationIds = Object.keys(operationTable) as OperationId[];

type AnyCall = Promise<unknown> & { withResponse(): Promise<{ readonly status: number; readonly data: unknown }> };

/** Returns a call for every operation. All calls succeed in the demo account. */
export function everyCall(client: CrmPlatformClient): Record<OperationId, () => AnyCall> {
  const created = [{ from: { id: "3102" }, to: { id: "5202" }, type: "contact_to_company" }];
  const archived = [{ from: { id: "3101" }, to: { id: "5201" }, type: "contact_to_company" }];
  const pair = { from: { id: "3101" }, to: { id: "5202" } };
  const types = [{ associationCategory: "USER_DEFINED", associationTypeId: 1201 }];
  const limit = { category: "USER_DEFINED", typeId: 1201, maxToObjectIds: 3 };
  const added = { fromObjectId: "3102", toObjectId: "9601", category: "SERVICE_DEFINED" as const, definitionId: "15" };
  const removed = { ...added, fromObjectId: "3101" };
  const application = { client_id: "6c1f0d2e-8a41-4b7c-9e55-000004815162", client_secret: "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68" };
  const refreshToken = "na1-2f6d8a10-7c35-4e9b-b0a4-000004815162";
  const broadcastGuid = "d2b7f4a1-63c8-4e05-9a1d-0f8e5c3b7296";
  return {
    "records.list": () => client.records.list("tickets", { limit: 1 }),
    "records.create": () => client.records.create("tickets", { properties: { subject: "Display stays dark" } }),
    "records.get": () => client.records.get("contacts", "3101", { associations: ["companies"] }),
    "records.update": () => client.records.update("tickets", "9601", { properties: { subject: "Display stays dark" } }),
    "records.archive": () => client.records.archive("contacts", "3102"),
    "records.search": () => client.records.search("tickets", { query: "torque" }),
    "records.batchRead": () =>
      client.records.batchRead("tickets", { inputs: [{ id: "9601" }], properties: ["subject"], propertiesWithHistory: [] }),
    "records.batchCreate": () => client.records.batchCreate("tickets", { inputs: [{ properties: { subject: "Display stays dark" } }] }),
    "records.batchUpdate": () => client.records.batchUpdate("tickets", { inputs: [{ id: "9601", properties: { subject: "Display" } }] }),
    "records.batchUpsert": () =>
      client.records.batchUpsert("contacts", {
        inputs: [{ id: "jonas.brandt@larkspurbikes.example", idProperty: "email", properties: { lastname: "Vogel" } }],
      }),
    "records.batchArchive": () => client.records.batchArchive("contacts", { inputs: [{ id: "3102" }] }),
    "records.mergeContacts": () => client.records.mergeContacts({ primaryObjectId: "3101", objectIdToMerge: "3102" }),
    "records.mergeCompanies": () => client.records.mergeCompanies({ primaryObjectId: "5201", objectIdToMerge: "5202" }),
    "records.mergeDeals": () => client.records.mergeDeals({ primaryObjectId: "7401", objectIdToMerge: "7402" }),
    "records.mergeTickets": () => client.records.mergeTickets({ primaryObjectId: "9601", objectIdToMerge: "9602" }),
    "meetings.batchRead": () =>
      client.meetings.batchRead({ inputs: [{ id: "512001" }], properties: [], propertiesWithHistory: [], archived: true }),
    "tickets.archive": () => client.tickets.archive("9601"),
    "associations.createDefault": () => client.associations.createDefault("contacts", "3101", "companies", "5202"),
    "associations.create": () => client.associations.create("contacts", "3101", "companies", "5202", types),
    "associations.delete": () => client.associations.delete("contacts", "3101", "companies", "5201"),
    "associations.list": () => client.associations.list("contacts", "3101", "companies", { limit: 10 }),
    "associations.batchRead": () => client.associations.batchRead("contacts", "companies", { inputs: [{ id: "3101" }] }),
    "associations.batchCreate": () => client.associations.batchCreate("contacts", "companies", { inputs: [{ ...pair, types }] }),
    "associations.batchCreateDefault": () => client.associations.batchCreateDefault("contacts", "companies", { inputs: [pair] }),
    "associations.batchArchive": () =>
      client.associations.batchArchive("contacts", "companies", { inputs: [{ from: { id: "3101" }, to: [{ id: "5201" }] }] }),
    "associations.batchArchiveLabels": () =>
      client.associations.batchArchiveLabels("contacts", "companies", { inputs: [{ ...pair, types }] }),
    "associations.listLabels": () => client.associations.listLabels("contacts", "companies"),
    "associations.createLabel": () => client.associations.createLabel("contacts", "companies", { name: "employee", label: "Employee" }),
    "associations.updateLabel": () =>
      client.associations.updateLabel("contacts", "companies", { associationTypeId: 1201, label: "Invoice contact" }),
    "associations.deleteLabel": () => client.associations.deleteLabel("contacts", "companies", 1201),
    "associations.listAllLimits": () => client.associations.listAllLimits(),
    "associations.listLimits": () => client.associations.listLimits("contacts", "companies"),
    "associations.batchCreateLimits": () =>
      client.associations.batchCreateLimits("contacts", "companies", { inputs: [{ ...limit, category: "SERVICE_DEFINED", typeId: 279 }] }),
    "associations.batchUpdateLimits": () => client.associations.batchUpdateLimits("contacts", "companies", { inputs: [limit] }),
    "associations.batchDeleteLimits": () => client.associations.batchDeleteLimits("contacts", "companies", { inputs: [limit] }),
    "associationsV3.listTypes": () => client.associationsV3.listTypes("contacts", "companies"),
    "associationsV3.batchCreate": () => client.associationsV3.batchCreate("contacts", "companies", { inputs: created }),
    "associationsV3.batchRead": () => client.associationsV3.batchRead("contacts", "companies", { inputs: [{ id: "3101" }] }),
    "associationsV3.batchArchive": () => client.associationsV3.batchArchive("contacts", "companies", { inputs: archived }),
    "associationsV1.create": () => client.associationsV1.create(added),
    "associationsV1.batchCreate": () => client.associationsV1.batchCreate([added]),
    "associationsV1.delete": () => client.associationsV1.delete(removed),
    "associationsV1.batchDelete": () => client.associationsV1.batchDelete([removed]),
    "associationsV1.list": () => client.associationsV1.list(3101, 15, { limit: 100 }),
    "oauth.createToken": () => client.oauth.createToken({ grant_type: "client_credentials", ...application }),
    "oauth.introspectToken": () => client.oauth.introspectToken({ token: refreshToken, ...application }),
    "oauth.revokeToken": () => client.oauth.revokeToken({ token: "demo-access-token-revoked-4815162", ...application }),
    "oauthV1.createToken": () => client.oauthV1.createToken({ grant_type: "refresh_token", refresh_token: refreshToken, ...application }),
    "oauthV1.getAccessToken": () => client.oauthV1.getAccessToken("demo-access-token-4815162"),
    "oauthV1.getRefreshToken": () => client.oauthV1.getRefreshToken(refreshToken),
    "oauthV1.deleteRefreshToken": () => client.oauthV1.deleteRefreshToken(refreshToken),
    "transactionalEmail.send": () =>
      client.transactionalEmail.send({ emailId: 68420157, message: { to: "jonas.brandt@larkspurbikes.example" } }),
    "smtpTokens.list": () => client.smtpTokens.list(),
    "smtpTokens.create": () =>
      client.smtpTokens.create({ createdBy: "mara.lindqvist@haldeninstruments.example", campaignName: "Ticket received" }),
    "smtpTokens.resetPassword": () => client.smtpTokens.resetPassword("k7f3m9q2xd@4815162.smtp.crm-platform.example"),
    "pages.list": () => client.pages.list({ is_draft: false, slug__in: ["torque-sensors", "calibration"], order_by: "-created" }),
    "domains.list": () => client.domains.list(),
    "domains.get": () => client.domains.get("610001"),
    "eventDefinitions.create": () => client.eventDefinitions.create({ label: "Sensor calibrated" }),
    "broadcasts.listChannels": () => client.broadcasts.listChannels(),
    "broadcasts.list": () => client.broadcasts.list({ status: "WAITING" }),
    "broadcasts.get": () => client.broadcasts.get(broadcastGuid),
    "broadcasts.create": () =>
      client.broadcasts.create({ channelGuid: "8d0a4c6e-1f72-4b95-a3d8-5e9c7b2f6014", content: { body: "Hello" } }),
    "broadcasts.delete": () => client.broadcasts.delete(broadcastGuid),
  };
}
