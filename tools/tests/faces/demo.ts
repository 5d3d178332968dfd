import type { Visitor } from "./visitor.ts";

const accountId = 4815162;

/** Gives every page something to show. */
export async function prepareDemo({ mock, url }: Visitor): Promise<{ request: number; email: number }> {
  const headers = { authorization: "Bearer story-access-token-4815162", "content-type": "application/json" };
  const post = (path: string, body: unknown) => fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  await post("/crm/objects/2026-03/meetings/batch/read", { inputs: [{}], properties: [], propertiesWithHistory: [] });
  await fetch(`${url}/cos-domains/v1/domains`, { headers });
  await post("/email/public/v1/singleEmail/send", {
    emailId: 68420157,
    message: { to: "jonas.brandt@larkspurbikes.example" },
    customProperties: [{ name: "ticket_subject", value: "Torque sensor reads zero" }],
  });
  await mock.faults.add({ match: { accountId, operationId: "pages.list" }, times: 1, effect: { type: "latency", milliseconds: 2_000 } });
  await mock.snapshots.create(accountId, "before the migration");
  const [request] = await mock.requests.list({ operationId: "meetings.batchRead" });
  const [email] = await mock.outbox(accountId);
  if (!request || !email) throw new Error("The demo did not answer as it does.");
  return { request: request.id, email: email.number };
}
