import { createClient } from "@crm-platform/client";
import { createMock, serveMock } from "@crm-platform/mock";
import { explore } from "@crm-platform/mock/explore";
import { expect, onTestFinished, test } from "vitest";
import { defineEvent } from "./event.ts";
import { startApp } from "./start.ts";
import { welcome } from "./webhook.ts";

async function running() {
  const mock = await createMock();
  const server = await serveMock({ mock, port: 0 });
  const app = await startApp(mock, server.url, 0);
  onTestFinished(async () => {
    await app.close();
    await server.close();
    await mock.close();
  });
  const { accessToken } = await app.account.tokens.createUserToken();
  return { ...app, user: createClient({ baseUrl: server.url, accessToken }) };
}

/** Acts as the user's browser; on the mock, `decision=approve` replaces the user's click. */
async function install(url: string): Promise<string> {
  const { headers } = await fetch(`${url}/install`, { redirect: "manual" });
  const consent = await fetch(`${headers.get("location")}&decision=approve`, { redirect: "manual" });
  const [cookie = ""] = headers.getSetCookie();
  const installed = await fetch(consent.headers.get("location") ?? "", { headers: { cookie } });
  return installed.text();
}

test("the app sends one email and one event for each new contact with an email address, even if a webhook is repeated", async () => {
  const { url, account, user } = await running();
  const text = `The app is installed in account ${account.accountId}.\n`;
  expect(await install(url)).toBe(text);
  // Users can install an app again.
  expect(await install(url)).toBe(text);

  const contact = await user.records.create("contacts", {
    properties: { email: "ines.ferreira@larkspurbikes.example", firstname: "Ines" },
  });
  await user.records.create("contacts", { properties: { firstname: "Jonas" } });
  const deliveries = await account.webhooks.deliveries({ waitFor: 2 });
  expect(deliveries.map(({ state }) => state)).toEqual(["delivered", "delivered"]);

  const emails = await account.outbox();
  expect(emails.map(({ message, subject }) => [message.to, subject])).toEqual([["ines.ferreira@larkspurbikes.example", "Welcome, Ines"]]);
  const { results } = await user.eventOccurrences.list();
  expect(results).toMatchObject([{ objectId: contact.id, properties: { recipient: "ines.ferreira@larkspurbikes.example" } }]);

  const repeated = await account.webhooks.replay(deliveries[0]?.number ?? 0);
  await account.webhooks.deliveries({ waitFor: 3 });
  expect(repeated.events).toHaveLength(1);
  expect(await account.outbox()).toHaveLength(1);
  expect((await user.eventOccurrences.list()).results).toHaveLength(1);

  await user.records.archive("contacts", contact.id);
  await account.webhooks.replay(deliveries[0]?.number ?? 0);
  expect((await account.webhooks.deliveries({ waitFor: 4 })).at(-1)?.state).toBe("delivered");
});

test("the app rejects an installation that the user denies, or that another browser completes", async () => {
  const { url } = await running();
  const { headers } = await fetch(`${url}/install`, { redirect: "manual" });
  const [cookie = ""] = headers.getSetCookie();
  const state = new URL(headers.get("location") ?? "").searchParams.get("state");
  const denied = await fetch(`${url}/oauth/callback?error=access_denied&state=${state}`, { headers: { cookie } });
  const stolen = await fetch(`${url}/oauth/callback?code=a&state=${state}`);
  expect([denied.status, stolen.status]).toEqual([400, 400]);
});

test("the app rejects webhooks without a signature", async () => {
  const { url, account } = await running();
  await install(url);
  const response = await fetch(`${url}/webhooks`, { method: "POST", body: "[]" });
  expect(response.status).toBe(401);
  expect(await account.outbox()).toEqual([]);
});

test("a new contact gets one email and one event, whatever fails on the way", async () => {
  await explore(
    {
      state: { emails: [{ id: 1, from: "hello@haldeninstruments.example" }] },
      run: async ({ account, client }) => {
        const { accessToken } = await account.tokens.createUserToken();
        const user = createClient({ ...client, accessToken });
        await defineEvent(user);
        const { id } = await user.records.create("contacts", { properties: { email: "ines.ferreira@larkspurbikes.example" } });
        // The platform delivers an event until the app accepts it, and can deliver it once more.
        const app = createClient(client);
        for (let attempts = 0, accepted = 0; attempts < 20 && accepted < 2; attempts += 1) {
          accepted += await welcome(app, account.accountId, id, 1).then(
            () => 1,
            () => 0,
          );
        }
      },
      check: async ({ account, client, error }) => {
        expect(error).toBe(undefined);
        expect(await account.outbox()).toHaveLength(1);
        const { accessToken } = await account.tokens.createUserToken();
        expect((await createClient({ ...client, accessToken }).eventOccurrences.list()).results).toHaveLength(1);
      },
    },
    { runs: 25, seed: 1 },
  );
});
