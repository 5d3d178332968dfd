import type { Mock } from "@crm-platform/mock";

const accountId = 4815162;
const headers = { authorization: "Bearer demo-access-token-4815162", "content-type": "application/json" };

/** Ensures that every page has content. */
export async function sendSampleRequests(mock: Mock, url: string): Promise<{ request: number; email: number; delivery: number }> {
  await get("/cos-domains/v1/domains?limit=10");
  await post("/email/public/v1/singleEmail/send", {
    emailId: 68420157,
    message: { to: "jonas.brandt@larkspurbikes.example" },
    customProperties: [{ name: "ticket_subject", value: "Torque sensor reads zero" }],
  });
  await get("/content/api/v2/pages?limit=20");
  await post("/crm/objects/2026-03/meetings/batch/read", { inputs: [{ id: "512001" }, { id: "512999" }], ...everyProperty });
  await post("/crm/objects/2026-03/meetings/batch/read", { inputs: [{}], ...everyProperty });
  await get("/oauth/v1/access-tokens/demo-access-token-4815162");
  await mock.faults.add({ match: { accountId, operationId: "pages.list" }, times: 1, effect: { type: "latency", milliseconds: 2_000 } });
  const { accessToken } = await mock.tokens.createUserToken(accountId);
  // The package is imported here, because it may not exist before the build.
  const { createClient } = await import("@crm-platform/client");
  const user = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken });
  await mock.snapshots.create(accountId, "before the migration");
  await user.records.archive("tickets", "9602");
  mock.onWebhook(() => undefined);
  await user.records.create("contacts", { properties: { firstname: "Mira" } });
  const [delivery] = await mock.webhooks.deliveries(accountId, { waitFor: 1 });
  const [request] = await mock.requests.list({ onlyProblems: true });
  const [email] = await mock.outbox(accountId);
  if (!request || !email || !delivery) throw new Error("The demo account did not respond as expected.");
  return { request: request.id, email: email.number, delivery: delivery.number };

  async function get(path: string): Promise<void> {
    await (await fetch(url + path, { headers })).text();
  }

  async function post(path: string, body: unknown): Promise<void> {
    await (await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })).text();
  }
}

const everyProperty = { properties: ["hs_meeting_title"], propertiesWithHistory: [] };
