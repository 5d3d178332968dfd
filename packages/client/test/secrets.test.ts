import { inspect } from "node:util";
import { type CrmPlatformClient, createClient, type Logger, type Middleware } from "@crm-platform/client";
import { exchangeCode, refreshTokenAuth } from "@crm-platform/client/auth";
import { describe, expect, test } from "vitest";
import { failureOf, withoutBackOff } from "./service.ts";

const accessToken = "secret-access+token/1";
const clientSecret = "secret-of-the-client";
const json = { "content-type": "application/json" };

/** The ways in which a secret is sent. */
const calls: Readonly<Record<string, (client: CrmPlatformClient) => PromiseLike<unknown>>> = {
  "an access token": (client) => client.domains.list(),
  "an access token in the path": (client) => client.oauth.getAccessToken("secret/in the?path"),
  "a refresh token in the path": (client) => client.oauth.deleteRefreshToken("secret-refresh-token"),
  "a refresh token and a client secret": (client) => client.oauth.createToken(grant("secret-refresh-token")),
  "a code": (client) =>
    client.oauth.createToken({
      grant_type: "authorization_code",
      code: "secret-code",
      redirect_uri: "https://app.example",
      client_id: "id",
      client_secret: clientSecret,
    }),
  // One is the beginning of the other.
  "a secret and a longer one": (client) => client.oauth.createToken(grant(`${clientSecret}-secret-and-longer`)),
};

function grant(refreshToken: string) {
  return { grant_type: "refresh_token", refresh_token: refreshToken, client_id: "id", client_secret: clientSecret } as const;
}

/** Everything of a request that is secret, as text. */
async function carried(request: Request): Promise<string> {
  return `${request.url} ${decodeURIComponent(request.url)} ${request.headers.get("authorization")} ${decodeURIComponent(await request.text())}`;
}

/** What a service, a network or a library does with the secrets it gets. */
const answers: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  "an error body that repeats them": async (request) => {
    const text = await carried(request);
    const body = { category: "X", message: text, context: { values: [text] }, errors: [{ message: text, in: text }], correlationId: text };
    return Response.json(body, { status: 400 });
  },
  "an OAuth error that repeats them": async (request) =>
    Response.json({ error: "invalid_grant", error_description: await carried(request) }, { status: 400 }),
  "a failure in text that repeats them": async (request) => new Response(await carried(request), { status: 502 }),
  "a success that is no JSON": async (request) => new Response(`{"x": ${await carried(request)}`, { headers: json }),
  "a fetch that names the URL": async (request) => {
    throw new TypeError(`Failed to fetch ${request.url}`, { cause: new Error(await carried(request)) });
  },
  "a fetch whose error has a deep cause": async (request) => {
    const deep = new Error("1", { cause: new Error("2", { cause: new Error("3", { cause: await carried(request) }) }) });
    throw new TypeError("failed", { cause: deep });
  },
  "a fetch whose error has the URL as a field": async (request) => {
    throw Object.assign(new TypeError("failed"), { url: request.url, config: { token: request.headers.get("authorization") } });
  },
  "a fetch whose error has the request": async (request) => {
    throw Object.assign(new TypeError("failed"), { request, url: request.url });
  },
  "a fetch that throws several errors": async (request) => {
    throw new AggregateError([new Error(await carried(request))], "all failed");
  },
  "a fetch that throws a text": async (request) => Promise.reject(await carried(request)),
  "a body that breaks off with a telling error": async (request) => {
    const error = new Error(await carried(request));
    return new Response(new ReadableStream({ pull: (controller) => controller.error(error) }), { headers: json });
  },
  silence: () => new Promise(() => {}),
};

const table = Object.keys(calls).flatMap((sent) => Object.keys(answers).map((answer) => ({ sent, answer })));

test.each(table)("$sent, $answer: no failure, cause or message shows it", async ({ sent, answer }) => {
  withoutBackOff();
  const messages: string[] = [];
  const note = (message: string): void => void messages.push(message);
  const logger: Logger = { debug: note, info: note, warn: note };
  const client = createClient({ fetch: answers[answer] as never, accessToken, timeoutMs: 10, maxRetries: 1, logger, logLevel: "debug" });
  const error = await failureOf(calls[sent]?.(client) ?? Promise.reject());
  const shown = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)} ${error.message} ${messages.join()}`;
  expect(shown).not.toMatch(/secret.{0,3}(access|of|code|in|refresh|and)/i);
});

describe("what the service makes", () => {
  test("a new token in broken JSON is not quoted", async () => {
    const answer = (): Response => new Response('{"access_token":"abc-new-secret"x', { headers: json });
    const error = await failureOf(createClient({ fetch: answer }).oauth.createToken(grant("r")));
    expect(`${inspect(error)}${JSON.stringify(error)}`).not.toMatch(/new-sec|w-secret/);
  });
});

describe("helpers of auth", () => {
  const options = { baseUrl: "http://s.example", clientId: "id", clientSecret, fetch: answers["a fetch that names the URL"] as never };

  test("refreshTokenAuth", async () => {
    withoutBackOff();
    const source = refreshTokenAuth({ ...options, refreshToken: "secret-refresh-token", maxRetries: 0 });
    const error = await failureOf(createClient({ accessToken: source }).domains.list());
    expect(inspect(error, { depth: 20 })).not.toMatch(/secret-/);
  });

  test("exchangeCode", async () => {
    const exchange = exchangeCode({ ...options, redirectUri: "https://app.example", code: "secret-code", codeVerifier: "verifier" });
    expect(inspect(await failureOf(exchange), { depth: 20 })).not.toMatch(/secret-/);
  });
});

test("a cause that holds no secret is kept as it is", async () => {
  const cause = Object.assign(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") }), { code: "X" });
  const failing: Middleware = () => Promise.reject(cause);
  const error = await failureOf(createClient({ middleware: [failing], accessToken, maxRetries: 0 }).domains.list());
  expect(error.cause).toBe(cause);
});

test("a token that no header can carry is told without it", async () => {
  for (const bad of ["secret token", "secret\ntoken", "", "secret\u00fc"]) {
    const call = createClient({ fetch: () => new Response(), accessToken: () => bad }).domains.list();
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(TypeError);
    expect(inspect(error)).not.toMatch(/secret/);
  }
});
