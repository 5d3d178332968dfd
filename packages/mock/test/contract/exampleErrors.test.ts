import { EventEmitter, once } from "node:events";
import { createMock, serveMock } from "@crm-platform/mock";
import { expect, onTestFinished, test } from "vitest";
import type { Call, Platform, TestAccount } from "../behavior/platform.ts";
import { type Controlled, controlledMock } from "../control/controlling.ts";
import { document as platformDocument } from "../document.ts";

// For every error example in the documents, these tests provoke the error and compare the response with the example.

type ErrorBody = Readonly<Record<string, unknown>>;
type Responses = Readonly<
  Record<
    string,
    { readonly content: { readonly "application/json": { readonly examples: Readonly<Record<string, { value: ErrorBody }>> } } }
  >
>;
type Provoke = (platform: Controlled) => Promise<unknown>;

const domains = { path: "/cos-domains/v1/domains" };
const meetings = "/crm/objects/2026-03/meetings/batch/read";
const redirectUri = "https://traildesk.example/oauth/callback";
const demo = "2026-04-20T08:00:00Z";

const platformErrors: Readonly<Record<string, Provoke>> = {
  internalError: async () => body((await withoutClock()).call(domains)),
  resourceNotFound: ({ call }) => body(call({ path: "/cos-domains/v1/domain" })),
  methodNotAllowed: ({ call }) => body(call({ path: meetings })),
  payloadTooLarge: async ({ account }) => body((await account()).call({ path: meetings, body: "x".repeat(2 * 1024 * 1024) })),
  unsupportedMediaType: async ({ origin, account }) =>
    body((await account()).call({ path: `${origin}${meetings}`, form: { inputs: "1" }, headers: { "content-type": "text/plain" } })),
  serviceUnavailable: async ({ account, mock }) => {
    const { accessToken } = await account();
    const send = (bytes: ReadableStream<Uint8Array>) => {
      const headers = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
      return mock.fetch(mock.url + meetings, { method: "POST", headers, body: bytes, duplex: "half" } as RequestInit);
    };
    // An account can use 32 MiB. The first body loses its memory to the last one.
    const unfinished = Array.from({ length: 17 }, () => unfinishedBody(2 * 1024 * 1024));
    const responses = [];
    for (const { stream, taken } of unfinished) {
      responses.push(send(stream));
      await taken;
    }
    const [first] = await Promise.all(responses.slice(0, 1));
    for (const { end } of unfinished) end();
    await Promise.all(responses);
    return first?.json();
  },
  invalidInput: async ({ account }) => body((await account()).call({ path: meetings, body: { inputs: "1", propertiesWithHistory: [] } })),
  uriTooLong: async ({ account }) => body((await account()).call({ ...domains, query: { name: "x".repeat(16_200) } })),
  invalidValues: async ({ account }) =>
    body((await account({ accountId: 4815162 })).call({ path: "/crm/objects/2026-03/contacts", body: { properties: { color: "blue" } } })),
  missingProperties: async ({ account }) =>
    body((await account()).call({ path: "/crm/objects/2026-03/tickets", body: { properties: {} } })),
  unknownToken: ({ call }) => body(call(domains)),
  expiredToken: async ({ account }) => {
    const one = await account({ clock: { mode: "frozen", at: demo } });
    await one.advance(1_842_000);
    return body(one.call(domains));
  },
  missingScopes: async ({ account }) => body((await account({ scopes: [] })).call({ path: meetings, body: {} })),
  tenSecondly: async ({ account }) => {
    const one = await account({ rateLimits: true });
    for (let count = 0; count < 110; count += 1) await one.call(domains);
    await one.advance(7_000);
    return body(one.call(domains));
  },
  daily: async ({ account }) => {
    const one = await account({ rateLimits: true, dailyLimit: 1 });
    await one.call(domains);
    const said = (await body(one.call(domains))) as { message: string };
    // The limit in the example, 250,000 requests per day, would take too long to reach.
    return { ...said, message: said.message.replace("limit of 1 ", "limit of 250,000 ") };
  },
  locked: (platform) => faulty(platform, { status: 423, message: exampleMessage("locked") }),
  migrationInProgress: (platform) => faulty(platform, { status: 477, message: exampleMessage("migrationInProgress") }),
  unknownId: async ({ account }) => body((await account()).call({ path: "/crm/objects/2026-03/tickets/901" })),
  badRefreshToken: (platform) => token(platform, { refresh_token: "unknown" }),
  badAuthCode: (platform) => token(platform, { ...byCode, code: "unknown" }),
  badClientId: (platform) => token(platform, { client_id: "unknown" }),
  badClientSecret: (platform) => token(platform, { client_secret: "unknown" }),
  expiredAuthCode: (platform) => token(platform, byCode, { codeAge: 600_000 }),
  mismatchRedirectUri: (platform) => token(platform, { ...byCode, redirect_uri: `${redirectUri}/other` }),
  badCodeVerifier: (platform) => token(platform, byCode, { codeChallenge: "c".repeat(43) }),
  badGrantType: (platform) => token(platform, { grant_type: "password" }),
  badScope: (platform) => token(platform, { scope: "unknown" }),
  badToken: async ({ account, call }) => {
    const { app, installApp } = await account();
    const { refreshToken } = await installApp();
    const form = { client_id: app.clientId, client_secret: app.clientSecret, token: refreshToken };
    return body(call({ path: "/oauth/2026-03/token/revoke", form }));
  },
  clientCredentials: async ({ account, call }) => {
    const { app } = await account();
    const form = { grant_type: "client_credentials", client_id: app.clientId, client_secret: app.clientSecret };
    const { access_token: clientToken } = (await body(call({ path: "/oauth/2026-03/token", form }))) as { access_token: string };
    return body(call({ path: meetings, body: {}, token: clientToken }));
  },
  badRequest: (platform) => token(platform, { ...byCode, code: "" }),
  oauthTokens: (platform) => token(platform, {}, { at: "2027-02-16T00:00:00Z" }),
  withReplacement: ({ call }) => body(call({ path: "/cms/v3/performance" })),
  withoutReplacement: ({ call }) => body(call({ path: "/calendar/v1/events" })),
  nameTaken: async ({ account }) => {
    const one = await account();
    const definition = { path: "/events/2026-03/event-definitions", body: { label: "Sensor", name: "sensor_calibrated" } };
    await one.call(definition);
    return body(one.call(definition));
  },
  existingRecord: async ({ account }) => {
    const one = await account();
    const properties = { email: "jonas.brandt@larkspurbikes.example" };
    await one.seed({ records: { contacts: [{ id: "3101", properties }] } });
    return body(one.call({ path: "/crm/objects/2026-03/contacts", body: { properties, associations: [] } }));
  },
};

const controlErrors: Readonly<Record<string, Provoke>> = {
  internalError: async () => body((await withoutClock()).call({ path: "/__mock/v1/health" })),
  unknownObjectType: async ({ account, call }) => {
    const { accountId } = await account();
    return body(call({ path: `/__mock/v1/accounts/${accountId}/seed`, body: { records: { tikets: [] } } }));
  },
  noControlToken: async () =>
    (await controlledMock({ controlToken: "a-token" })).call({ path: "/__mock/v1/health" }).then(({ body: said }) => said),
  otherMachine: () => overHttp({ path: "/__mock/v1/health", headers: { "x-forwarded-for": "203.0.113.9" } }),
  accountTaken: async ({ account, call }) => {
    const { accountId } = await account();
    return body(call({ path: "/__mock/v1/accounts", body: { accountId } }));
  },
  unknownAccount: ({ call }) => body(call({ path: "/__mock/v1/accounts/4815162/snapshot" })),
};

test("every error example in the documents is covered", async () => {
  const own = await controlExamples();
  expect(Object.keys(platformErrors).sort()).toEqual(Object.keys(examplesOf(platformDocument)).sort());
  expect(Object.keys(controlErrors).sort()).toEqual(Object.keys(own).sort());
});

test.each(Object.entries(platformErrors))("platform: %s", async (name, provoke) => {
  expect(comparable(await provoke(await controlledMock({ wallClock: () => Date.parse(demo) })))).toEqual(
    comparable(examplesOf(platformDocument)[name]),
  );
});

test.each(Object.entries(controlErrors))("control API: %s", async (name, provoke) => {
  expect(comparable(await provoke(await controlledMock()))).toEqual(comparable((await controlExamples())[name]));
});

// The mock returns these errors only if a fault causes them.
async function faulty({ mock, account }: Controlled, effect: { status: number; message: string }): Promise<unknown> {
  await mock.faults.add({ effect: { type: "status", ...effect } });
  return body((await account()).call(domains));
}

function exampleMessage(name: string): string {
  return String(examplesOf(platformDocument)[name]?.["message"]);
}

const byCode = { grant_type: "authorization_code", redirect_uri: redirectUri };

/** @param codeAge in milliseconds @param codeChallenge with the method `plain` */
async function token(
  platform: Platform,
  changes: Readonly<Record<string, string>>,
  { at = demo, codeAge = 0, codeChallenge }: { readonly at?: string; readonly codeAge?: number; readonly codeChallenge?: string } = {},
): Promise<unknown> {
  const account: TestAccount = await platform.account({ redirectUris: [redirectUri], clock: { mode: "frozen", at } });
  const { clientId, clientSecret } = account.app;
  const challenge = codeChallenge === undefined ? {} : { code_challenge: codeChallenge };
  const query = { client_id: clientId, redirect_uri: redirectUri, scopes: "tickets", decision: "approve", ...challenge };
  const { headers } = await platform.call({ path: "/oauth/authorize", query });
  const code = new URL(headers.get("location") ?? "").searchParams.get("code") ?? "";
  if (codeAge > 0) await account.advance(codeAge);
  const client = { client_id: clientId, client_secret: clientSecret };
  const form = { grant_type: "refresh_token", refresh_token: account.refreshToken, code, ...client, ...changes };
  return body(platform.call({ path: "/oauth/v1/token", form }));
}

function unfinishedBody(bytes: number): { stream: ReadableStream<Uint8Array>; taken: Promise<unknown>; end: () => void } {
  const chunk = new Uint8Array(bytes);
  const events = new EventEmitter();
  const taken = once(events, "taken");
  let isFirst = true;
  const stream = new ReadableStream<Uint8Array>(
    {
      // The stream has no queue, so the second pull shows that the reader has received the first chunk.
      async pull(controller) {
        if (isFirst) {
          isFirst = false;
          controller.enqueue(chunk);
          return;
        }
        events.emit("taken");
        await once(events, "end");
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken, end: () => events.emit("end") };
}

async function withoutClock(): Promise<Controlled> {
  let isBroken = false;
  const wallClock = () => {
    if (isBroken) throw new Error("The clock of this machine is broken.");
    return Date.now();
  };
  const platform = await controlledMock({ wallClock });
  isBroken = true;
  return platform;
}

async function overHttp({ path, headers = {} }: Call): Promise<unknown> {
  const mock = await createMock();
  const server = await serveMock({ mock, port: 0 });
  onTestFinished(async () => {
    await server.close();
    await mock.close();
  });
  return (await fetch(server.url + path, { headers })).json();
}

async function body(response: Promise<{ readonly body: unknown }>): Promise<unknown> {
  return (await response).body;
}

function comparable(said: unknown): ErrorBody {
  const { correlationId: _, ...rest } = said as ErrorBody;
  return rest;
}

async function controlExamples(): Promise<Readonly<Record<string, ErrorBody>>> {
  const { call } = await controlledMock();
  return examplesOf((await call({ path: "/__mock/v1/openapi.json" })).body);
}

/** All shared responses are errors. */
function examplesOf(document: unknown): Readonly<Record<string, ErrorBody>> {
  const { components } = document as { components: { responses: Responses } };
  const shown = Object.values(components.responses).flatMap(({ content }) => Object.entries(content["application/json"].examples));
  return Object.fromEntries(shown.map(([name, { value }]) => [name, value]));
}
