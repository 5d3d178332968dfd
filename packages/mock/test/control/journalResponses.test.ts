import { createMock, type Mock, type RequestEntry } from "@crm-platform/mock";
import { expect, onTestFinished, test } from "vitest";
import { controlledMock } from "./controlling.ts";

const batchRead = "/crm/objects/2026-03/meetings/batch/read";
const contacts = "/crm/objects/2026-03/contacts";

test("an entry explains an error with the requested path, the response, its category and its message", async () => {
  const { account, mock } = await controlledMock();
  const one = await account();
  await one.call({ method: "PATCH", path: `${contacts}/7%2F1`, body: { properties: { firstname: "x" } } });
  await one.call({ path: batchRead, body: { inputs: Array(101).fill({ id: "1" }), properties: [], propertiesWithHistory: [] } });
  const [patched, read] = await mock.requests.list();
  expect(patched).toMatchObject({
    path: `${contacts.replace("contacts", "{objectType}")}/{recordId}`,
    requestPath: `${contacts}/7%2F1`,
    status: 404,
    category: "OBJECT_NOT_FOUND",
    message: "No contact has this id.",
    responseBody: { status: "error", category: "OBJECT_NOT_FOUND", message: "No contact has this id." },
  });
  expect(read).toMatchObject({
    requestPath: batchRead,
    category: "VALIDATION_ERROR",
    message: "The request is not valid: inputs must have at most 100 items (received 101 items)",
    responseBody: { errors: [{ in: "inputs", code: "maxItems", context: { received: ["101 items"] } }] },
  });
});

test("an entry has the path that was called, even if another version is described, and the request as it was sent", async () => {
  const { account, mock } = await controlledMock();
  const one = await account();
  const option = { label: "Small", value: "small", hidden: false };
  const body = {
    name: "size",
    label: "Size",
    type: "enumeration",
    fieldType: "select",
    groupName: "contactinformation",
    options: [option],
  };
  await one.call({ path: "/crm/v3/properties/0-1", body });
  expect(await mock.requests.list()).toMatchObject([
    {
      operationId: "properties.create",
      path: "/crm/v3/properties/{objectType}",
      requestPath: "/crm/v3/properties/0-1",
      body,
      status: 201,
      responseBody: { options: [{ ...option, displayOrder: -1 }] },
    },
  ]);
  expect((await mock.requests.list())[0]?.body).toEqual(body);
});

test("the entry of a consent request contains the error, whether it is shown on a page or sent in a redirect", async () => {
  const { mock } = await controlledMock();
  const { app } = await mock.account({ redirectUris: ["https://app.example/"], scopes: ["tickets"] });
  const query = { client_id: app.clientId, redirect_uri: "https://app.example/", scope: "content" };
  for (const changed of [{}, { redirect_uri: "https://other.example/" }]) {
    await mock.fetch(`${mock.url}/oauth/authorize?${new URLSearchParams({ ...query, ...changed })}`, { redirect: "manual" });
  }
  const entries = await mock.requests.list();
  expect(entries.map(({ status, category, message, responseBody }) => [status, category, message, responseBody])).toEqual([
    [302, "invalid_scope", "the app was created without these scopes: content", undefined],
    [400, "invalid_request", expect.stringContaining("redirect"), undefined],
  ]);
});

test("a long response is valid JSON and ends after its last complete value", async () => {
  const { account, mock } = await controlledMock();
  const one = await account();
  const records = Array.from({ length: 100 }, (_, index) => ({ id: `${index + 1}`, properties: { firstname: `"[{\\ü${index}` } }));
  await one.seed({ records: { contacts: records } });
  const { body } = await one.call({ path: contacts, query: { limit: 100 } });
  const [entry] = await mock.requests.list();
  const { results } = (entry?.responseBody ?? {}) as { results: unknown[] };
  expect(results.length).toBeGreaterThan(10);
  expect(results.slice(0, -1)).toEqual(body.results.slice(0, results.length - 1));
  expect(JSON.stringify(entry).length).toBeLessThan(10_000);
});

test("an OAuth code is hidden even if it is next to a message", async () => {
  const { mock, call } = await controlledMock();
  const one = await mock.account();
  const code = `chosen-code-${one.accountId}`;
  await call({ path: contacts, token: one.accessToken, body: { properties: {}, code, message: "x" } });
  await call({ path: "/oauth/2026-03/token", form: { grant_type: "authorization_code", code, message: "x" } });
  const entries = await mock.requests.list();
  expect(entries).toHaveLength(2);
  expect(JSON.stringify(entries)).not.toContain("chosen-code");
});

/** Every kind of credential that the mock issues, and credentials that were chosen for an account. */
async function credentialsOf(mock: Mock): Promise<Record<string, string>> {
  const issued = await mock.account({ redirectUris: ["https://app.example/"] });
  const { clientId, clientSecret } = issued.app;
  const authorization = `Bearer ${issued.accessToken}`;
  const authorize = new URLSearchParams({
    client_id: clientId,
    redirect_uri: "https://app.example/",
    scope: "tickets",
    decision: "approve",
  });
  const redirect = await mock.fetch(`${mock.url}/oauth/authorize?${authorize}`, { redirect: "manual" });
  const code = new URL(redirect.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const created = await mock.fetch(`${mock.url}/marketing/transactional/2026-03/smtp-tokens`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ createContact: false, campaignName: "News" }),
  });
  const { password } = (await created.json()) as { password: string };
  expect(created.ok).toBe(true);
  return { accessToken: issued.accessToken, refreshToken: issued.refreshToken, clientSecret, code, password };
}

/** Sends a credential in places that the document does not mark as sensitive. */
async function sendEverywhere(mock: Mock, accessToken: string, secret: string): Promise<void> {
  const call = (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) =>
    mock.fetch(mock.url + path, { ...init, headers: { authorization: `Bearer ${accessToken}`, ...headers } });
  const json = { "content-type": "application/json" };
  const post = (path: string, body: unknown) => call(path, { method: "POST", body: JSON.stringify(body) }, json);
  await call(`${contacts}/${secret}`);
  await call(`${contacts}/${encodeURIComponent(`x ${secret}`)}`);
  await call(`/nothing/${secret}`);
  await call(`/cos-domains/v1/domains?limit=${secret}&offset=1`);
  await call(`${contacts}?after=${secret}&${secret}=1`);
  await post(contacts, { properties: { firstname: `Bearer ${secret}`, website: `https://a.example/?next=%3Fcode%3D${secret}` } });
  await post(contacts, { properties: { [secret]: "1", email: secret } });
  await post(batchRead, { inputs: [{ id: secret }], properties: secret, propertiesWithHistory: [secret] });
  await post(batchRead, { inputs: [{ id: secret }], properties: [secret], propertiesWithHistory: [] });
  await post(`${contacts}/search`, { query: `${"x".repeat(1_990)} ${secret}`, [secret]: { deep: secret } });
  const form = { grant_type: secret, client_id: secret, redirect_uri: `https://a.example/${secret}`, scope: secret, code: "1" };
  for (const path of ["/oauth/v1/token", "/oauth/2026-03/token"]) {
    await call(path, { method: "POST", body: new URLSearchParams(form) });
    await call(path, { method: "POST", body: new URLSearchParams({ ...form, grant_type: "authorization_code", client_secret: "1" }) });
  }
  await mock.fetch(`${mock.url}/oauth/authorize?${new URLSearchParams(form)}`);
}

function namesIn(entries: readonly RequestEntry[], credentials: Record<string, string>): string[] {
  const text = JSON.stringify(entries);
  // The first characters identify a credential that was cut.
  return Object.entries(credentials).flatMap(([name, secret]) => (text.includes(secret.slice(0, 20)) ? [name] : []));
}

test("credentials are hidden in queries, bodies, paths, responses and problems", async () => {
  const mock = await createMock({ keepSunsetOperations: true });
  onTestFinished(() => mock.close());
  const account = await mock.account();
  const chosen = await mock.account({
    accountId: 4815162,
    accessToken: "chosen-access-token-4815162",
    refreshToken: "chosen-refresh-token-4815162",
  });
  const credentials = await credentialsOf(mock);
  expect(namesIn(await mock.requests.list(), credentials)).toEqual([]);
  for (const secret of Object.values(credentials)) {
    await sendEverywhere(mock, account.accessToken, secret);
    expect((await mock.requests.list()).length).toBeGreaterThan(10);
    expect(namesIn(await mock.requests.list(), credentials)).toEqual([]);
    await mock.requests.clear();
  }
  for (const secret of [chosen.accessToken, chosen.refreshToken]) await sendEverywhere(mock, chosen.accessToken, secret);
  expect(namesIn(await mock.requests.list(), { one: chosen.accessToken, other: chosen.refreshToken })).toEqual([]);
});

test("a credential that was chosen for an account is hidden in sentences, lists and names, and if it would be cut", async () => {
  const mock = await createMock({ strict: true });
  onTestFinished(() => mock.close());
  const accountId = 556677;
  for (const secret of [`corp-secret-token-abcdef-${accountId}`, `corp-secret-${"token-".repeat(12)}${accountId}`]) {
    await mock.account({ accountId, accessToken: secret });
    const places = [`Bearer ${secret}.`, `a,${secret},b`, `${secret}[a]`, `${"x ".repeat(20)}${secret}`];
    for (const headers of [{ authorization: `Bearer ${secret}` }, undefined]) {
      const call = (path: string, body?: object) =>
        mock.fetch(mock.url + path, {
          headers: { ...headers, ...(body && { "content-type": "application/json" }) },
          ...(body && { method: "POST", body: JSON.stringify(body) }),
        });
      for (const text of [secret, ...places]) {
        await call(`${contacts}?${new URLSearchParams({ limit: text, [text]: "1" })}`);
        await call(contacts, { properties: { firstname: text, [text]: text, lifecyclestage: text }, [text]: text });
        await call(contacts, { properties: { [text]: text, lifecyclestage: text } });
        await call(`${contacts}/${encodeURIComponent(text)}`);
        await call(`/crm/objects/2026-03/${encodeURIComponent(text)}`);
      }
    }
    const entries = await mock.requests.list({ limit: 1000 });
    expect(entries.length).toBeGreaterThan(40);
    expect(JSON.stringify(entries)).not.toContain("corp-secret");
    await mock.requests.clear();
    await mock.reset();
  }
});

test("a client secret that was sent as the client id is hidden, even if it was chosen by the user", async () => {
  const { mock, call } = await controlledMock({ keepSunsetOperations: true });
  const { app, refreshToken } = await mock.account({ app: { clientSecret: "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68" } });
  const swapped = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: app.clientSecret, client_secret: app.clientId };
  await call({ path: "/oauth/v1/token", form: swapped });
  await call({ path: "/oauth/v1/token", form: { ...swapped, client_id: app.clientId, client_secret: app.clientSecret } });
  const entries = await mock.requests.list();
  expect(entries.map(({ body }) => (body as { client_id: string }).client_id)).toEqual(["[redacted]", app.clientId]);
  expect(namesIn(entries, { secret: app.clientSecret, refreshToken })).toEqual([]);
});

test("values that resemble credentials are shown", async () => {
  const { account, mock } = await controlledMock();
  const one = await account();
  const values = [
    "2026-04-20",
    "b0a1d9c2-7d41-4a3f-9a3c-5d2e4f6a7b8c",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    `tel-${one.accountId + 1}`,
    `${one.accountId}`,
    "2026-04-20T08:00:00-0400",
    "products-2026-03",
  ];
  await one.call({ path: batchRead, body: { inputs: [{ id: "1" }], properties: values, propertiesWithHistory: [] } });
  const [entry] = await mock.requests.list();
  expect(entry?.body).toMatchObject({ properties: values });
  expect(entry?.responseBody).toMatchObject({ errors: [{ context: { ids: ["1"] } }] });
});
