import { createClient } from "@crm-platform/client";
import { authorizeUrl, codeFromCallback, exchangeCode, randomState } from "@crm-platform/client/auth";
import { createMock } from "@crm-platform/mock";
import { expect, test } from "vitest";

const redirectUri = "https://app.example/callback";
const scopes = [...["contacts", "companies"].flatMap((type) => [`crm.objects.${type}.read`, `crm.objects.${type}.write`]), "tickets"];

test("an app installed in an empty account can manage records, from creating properties to reading histories", async () => {
  const mock = await createMock();
  const { app } = await mock.account({ redirectUris: [redirectUri] });
  const reach = { baseUrl: mock.url, fetch: mock.fetch, clientId: app.clientId };
  const state = randomState();
  const page = await mock.fetch(`${authorizeUrl({ ...reach, redirectUri, scopes, state })}&decision=approve`);
  const code = codeFromCallback(page.headers.get("location") ?? "", state);
  const tokens = await exchangeCode({ ...reach, clientSecret: app.clientSecret, redirectUri, code });
  const { associations, properties, records, tickets } = createClient({ ...reach, accessToken: tokens.access_token });

  const frameNumber = { name: "frame_number", label: "Frame number", type: "string", fieldType: "text", groupName: "ticketinformation" };
  await properties.create("tickets", { ...frameNumber, hasUniqueValue: true });
  const contact = await records.create("contacts", { properties: { email: "hanna@larkspur.example", firstname: "Hanna" } });
  const company = await records.create("companies", { properties: { name: "Larkspur Bikes" } });
  const ticket = await records.create("tickets", {
    properties: { subject: "Display stays dark", hs_pipeline_stage: "1", frame_number: "LB-1" },
  });
  const duplicate = await records.create("tickets", {
    properties: { subject: "Display is dark", hs_pipeline_stage: "1", content: "After rain." },
  });

  const { results } = await associations.createLabel("tickets", "contacts", { name: "rider", label: "Rider" });
  const rider = [{ associationCategory: "USER_DEFINED" as const, associationTypeId: results[0]?.typeId ?? 0 }];
  await associations.create("tickets", ticket.id, "contacts", contact.id, rider);
  await associations.createDefault("tickets", duplicate.id, "companies", company.id);
  const byRider = { filters: [{ propertyName: "associations.contacts", operator: "EQ" as const, value: contact.id }] };
  expect(await records.search("tickets", { query: "dark", filterGroups: [byRider] })).toMatchObject({
    total: 1,
    results: [{ id: ticket.id }],
  });

  await records.mergeTickets({ primaryObjectId: ticket.id, objectIdToMerge: duplicate.id });
  const merged = await records.get("tickets", "LB-1", {
    idProperty: "frame_number",
    properties: ["content"],
    associations: ["contacts", "companies"],
  });
  expect(merged.properties["content"]).toBe("After rain.");
  expect(merged.associations).toMatchObject({
    contacts: { results: [{ id: contact.id }, { id: contact.id, type: "rider" }] },
    companies: { results: [{ id: company.id }] },
  });

  await records.update("tickets", ticket.id, { properties: { subject: "Display replaced" } });
  await tickets.archive(ticket.id);
  const archived = await records.get("tickets", ticket.id, { archived: true, propertiesWithHistory: ["subject"] });
  expect(archived.propertiesWithHistory?.["subject"]?.map(({ value }) => value)).toEqual(["Display replaced", "Display stays dark"]);
  await mock.close();
});
