import { expect, test } from "vitest";
import { createContact } from "../asUser.ts";
import { openConsole, textOf } from "./browser.ts";

async function subscribed() {
  const console = await openConsole();
  const { mock } = console;
  const account = await mock.account({ clock: { mode: "frozen", at: "2026-04-20T08:00:00Z" } });
  const { appId } = account.app;
  const headers = { authorization: `Bearer ${account.accessToken}`, "content-type": "application/json" };
  const call = (method: string, path: string, body: object) =>
    mock.fetch(`${mock.url}/webhooks/2026-03/${appId}/${path}`, { method, headers, body: JSON.stringify(body) });
  await call("PUT", "settings", { targetUrl: "https://app.example/hooks?a=1&b=2", throttling: { maxConcurrentRequests: 1 } });
  await call("POST", "subscriptions", { eventType: "contact.creation", active: true });
  return { ...console, account, path: `/console/accounts/${account.accountId}/webhooks` };
}

test("a delivery is shown with its request and the response, and replayed", async () => {
  const { mock, account, path, look, send } = await subscribed();
  expect(textOf((await look(path)).html)).toContain("No deliveries.");
  let status = 503;
  mock.onWebhook(() => new Response(null, { status }));
  const id = await createContact(mock, account);
  const [delivery] = await account.webhooks.deliveries({ waitFor: 1 });
  const { number = 0, attempts: [attempt] = [] } = delivery ?? {};
  const list = await look(path);
  expect(textOf(list.html)).toMatch(new RegExp(`${number} \\d+ contact\\.creation \\( ?1 event ?\\) pending 1 503 2026-04-20 08:00:00`));

  const { html } = await look(`${path}/${number}`);
  expect(textOf(html)).toContain("POST https://app.example/hooks?a=1&b=2 Status 503 Sent 2026-04-20 08:00:00");
  expect(html).not.toContain("a=1&b=2");
  expect(textOf(html)).toContain(`x-platform-signature-v3 ${attempt?.headers["x-platform-signature-v3"]}`);
  expect(textOf(html)).toContain(`"objectId": ${id}`);

  status = 200;
  const replayed = await send(`${path}/${number}`, { action: "replay" });
  expect(replayed.status).toBe(303);
  await account.webhooks.deliveries({ waitFor: 2 });
  expect(textOf((await look(new URL(replayed.location, `http://127.0.0.1${path}/`).pathname)).html)).toContain("State delivered");
  expect(textOf((await look(`${path}?state=delivered`)).html)).not.toContain("pending 1");
  expect((await look(`${path}/999999`)).status).toBe(404);
  expect((await send(`${path}/999999`, { action: "replay" })).status).toBe(404);
});

test("the list of deliveries is paginated", async () => {
  const { mock, account, path, look } = await subscribed();
  mock.onWebhook(() => undefined);
  for (let count = 0; count < 51; count += 1) await createContact(mock, account);
  const first = await look(path);
  const [, next = ""] = /rel="next" href="([^"]+)"/.exec(first.html) ?? [];
  const second = await look(next);
  expect([first, second].map(({ html }) => html.match(/<th scope="row"/g)?.length)).toEqual([50, 1]);
});
