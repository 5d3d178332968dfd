import { inspect } from "node:util";
import { type CrmPlatformClient, createClient, createConnection, type Logger, type Middleware } from "@crm-platform/client";
import { exchangeCode, refreshTokenAuth } from "@crm-platform/client/auth";
import { describe, expect, test } from "vitest";
import { type Operation, prepare, secretsIn } from "../src/engine/index.ts";
import { failureOf, withoutBackOff } from "./service.ts";

const accessToken = "secret-access+token/1";
const clientSecret = "secret-of-the-client";
const app = { client_id: "id", client_secret: clientSecret };
const json = { "content-type": "application/json" };

const calls: Readonly<Record<string, (client: CrmPlatformClient) => PromiseLike<unknown>>> = {
  "an access token": (client) => client.domainsV1.list(),
  "an access token in the path": (client) => client.oauthV1.getAccessToken("secret/in the?path"),
  "a client assertion": (client) =>
    client.oauth.createToken({ ...app, grant_type: "client_credentials", client_assertion: "secret-assertion" }),
  "a token to introspect": (client) => client.oauth.introspectToken({ ...app, token: "secret-token" }),
  "a token to revoke": (client) => client.oauth.revokeToken({ ...app, token: "secret-token" }),
  "a refresh token in the path": (client) => client.oauthV1.deleteRefreshToken("secret-refresh-token"),
  "a refresh token and a client secret": (client) => client.oauthV1.createToken(grant("secret-refresh-token")),
  "a code": (client) =>
    client.oauthV1.createToken({
      grant_type: "authorization_code",
      code: "secret-code",
      redirect_uri: "https://app.example",
      client_id: "id",
      client_secret: clientSecret,
    }),
  "a secret with characters that a form encodes": (client) => client.oauthV1.createToken(grant('it\'s-a+b!~(secret-refresh)"token"')),
  // The first secret is a prefix of the second secret.
  "a secret and a longer secret": (client) => client.oauthV1.createToken(grant(`${clientSecret}-secret-and-longer`)),
};

function grant(refreshToken: string) {
  return { grant_type: "refresh_token", refresh_token: refreshToken, client_id: "id", client_secret: clientSecret } as const;
}

/** Returns a generator of equal sequences for equal seeds (Lehmer). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

async function carried(request: Request): Promise<string> {
  return `${request.url} ${decodeURIComponent(request.url)} ${request.headers.get("authorization")} ${decodeURIComponent(await request.text())}`;
}

/** Simulated services, networks and libraries that echo secrets. */
const responders: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
  "an error body that repeats the secrets": async (request) => {
    const text = await carried(request);
    const context = { values: [text], [text]: { [text]: 1 } };
    const body = { category: "X", message: text, context, errors: [{ message: text, in: text }], correlationId: text };
    return Response.json(body, { status: 400 });
  },
  "an OAuth error that repeats the secrets": async (request) =>
    Response.json({ error: "invalid_grant", error_description: await carried(request) }, { status: 400 }),
  "an error in plain text that repeats the secrets": async (request) => new Response(await carried(request), { status: 502 }),
  "a header that repeats the secrets": async (request) =>
    new Response("", { status: 500, headers: { "x-correlation-id": encodeURIComponent(await carried(request)) } }),
  "an error that repeats the form": async (request) => new Response(await request.text(), { status: 400 }),
  "invalid JSON that repeats the secrets": async (request) =>
    new Response(`{"x": ${JSON.stringify(await carried(request))}`, { status: 400 }),
  "a success that is not JSON": async (request) => new Response(`{"x": ${await carried(request)}`, { headers: json }),
  "a fetch whose error message contains the URL": async (request) => {
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
  "a fetch whose error has a URL": async (request) => {
    throw Object.assign(new TypeError("failed"), { url: new URL(request.url) });
  },
  "a fetch whose error has a map and a form": async (request) => {
    const text = await carried(request);
    throw Object.assign(new TypeError("failed"), { map: new Map([[text, text]]), form: new URLSearchParams({ text }) });
  },
  "a fetch whose error has the secrets in its name": async (request) => {
    throw Object.assign(new TypeError("failed"), { [await carried(request)]: 1 });
  },
  "a fetch that throws a DOMException": async (request) => {
    throw new DOMException(await carried(request), "NetworkError");
  },
  "a fetch that throws several errors": async (request) => {
    throw new AggregateError([new Error(await carried(request))], "all failed");
  },
  "a fetch that throws a string": async (request) => Promise.reject(await carried(request)),
  "a body that fails partway, with an error that contains the secrets": async (request) => {
    const error = new Error(await carried(request));
    return new Response(new ReadableStream({ pull: (controller) => controller.error(error) }), { headers: json });
  },
  silence: () => new Promise(() => {}),
};

const table = Object.keys(calls).flatMap((sent) => Object.keys(responders).map((responder) => ({ sent, responder })));

test.each(table)("$sent does not appear in an error, cause or message: $responder", async ({ sent, responder }) => {
  withoutBackOff();
  const messages: string[] = [];
  const note = (message: string): void => void messages.push(message);
  const logger: Logger = { debug: note, info: note, warn: note };
  const timeoutMs = responder === "silence" ? 10 : 10_000;
  const client = createClient({ fetch: responders[responder] as never, accessToken, timeoutMs, maxRetries: 1, logger, logLevel: "debug" });
  const error = await failureOf(calls[sent]?.(client) ?? Promise.reject());
  expect(error.name === "TimeoutError").toBe(responder === "silence");
  expect(error.attempts).toBeGreaterThan(0);
  const shown = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)} ${error.message} ${messages.join()}`;
  expect(shown).not.toMatch(/secret.{0,3}(access|of|code|in|refresh|and)/i);
});

test("redacts a form that is echoed", async () => {
  const fetch = async (request: Request): Promise<Response> => new Response(await request.text(), { status: 400 });
  const error = await failureOf(createClient({ fetch }).oauthV1.createToken(grant("it's a secret!")));
  expect(error).toMatchObject({ body: "grant_type=refresh_token&refresh_token=[redacted]&client_id=id&client_secret=[redacted]" });
});

test("redacts a secret that is part of the marker or a duplicate only once", async () => {
  withoutBackOff();
  for (const secret of ["e", "redacted", "[", "category"]) {
    const fetch = (): Response => Response.json({ category: "X", message: `<${secret}>` }, { status: 503 });
    const error = await failureOf(createClient({ fetch, accessToken: secret, logLevel: "off" }).domainsV1.list());
    expect(error.message).toBe("503 X: GET /cos-domains/v1/domains: <[redacted]>");
  }
});

describe("secrets in responses", () => {
  test("does not quote a new token in invalid JSON", async () => {
    const responder = (): Response => new Response('{"access_token":"abc-new-secret"x', { headers: json });
    const error = await failureOf(createClient({ fetch: responder }).oauthV1.createToken(grant("r")));
    expect(`${inspect(error)}${JSON.stringify(error)}`).not.toMatch(/new-sec|w-secret/);
  });
});

describe("the auth helpers", () => {
  const options = {
    baseUrl: "http://s.example",
    clientId: "id",
    clientSecret,
    fetch: responders["a fetch whose error message contains the URL"] as never,
  };

  test("refreshTokenAuth", async () => {
    withoutBackOff();
    const source = refreshTokenAuth({ ...options, refreshToken: "secret-refresh-token", maxRetries: 0 });
    const error = await failureOf(createClient({ accessToken: source }).domainsV1.list());
    expect(inspect(error, { depth: 20 })).not.toMatch(/secret-/);
  });

  test("exchangeCode", async () => {
    const exchange = exchangeCode({ ...options, redirectUri: "https://app.example", code: "secret-code", codeVerifier: "verifier" });
    expect(inspect(await failureOf(exchange), { depth: 20 })).not.toMatch(/secret-/);
  });
});

test("keeps a cause without secrets", async () => {
  const cause = Object.assign(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") }), { code: "X" });
  const failing: Middleware = () => Promise.reject(cause);
  const error = await failureOf(createClient({ middleware: [failing], accessToken, maxRetries: 0 }).domainsV1.list());
  expect(error.cause).toBe(cause);
});

test("finds secrets by name in the path and at any depth of the body", async () => {
  const operation: Operation = {
    id: "users.set",
    method: "POST",
    path: "/users/{key}",
    retry: "never",
    authenticated: false,
    prepare,
    body: { mediaType: "application/json" },
    sensitive: ["key", "password"],
    secrets: secretsIn,
  };
  const fetch = async (request: Request): Promise<Response> => new Response(`${request.url} ${await request.text()}`, { status: 400 });
  const deputy = { password: { current: "hidden-5", earlier: ["hidden-6"] } };
  const users = [
    { name: "open", password: "hidden-1" },
    { password: "hidden-2", deputy },
  ];
  const call = createConnection({ baseUrl: "http://s.example", fetch }).call(operation, ["hidden-3"], { key: "hidden-4", users });
  const error = await failureOf(call);
  expect(inspect(error, { depth: 20 })).not.toContain("hidden-");
  expect(inspect(error, { depth: 20 })).toContain("open");
});

test("an empty name marks the whole body as a secret", () => {
  const operation: Operation = { id: "keys.add", method: "POST", path: "/keys/{id}", retry: "never", sensitive: [""] };
  const bytes = new Uint8Array(2);
  expect(secretsIn(operation, ["open"], { key: "hidden-1", parts: ["hidden-2", 3, null, bytes] })).toEqual(["hidden-1", "hidden-2"]);
  expect(secretsIn(operation, ["open"], "hidden-3")).toEqual(["hidden-3"]);
});

describe("a secret that the service escapes", () => {
  const secret = `a/b+c='d' & <\u00e4\u{1f511}>\n"\\`;
  const each = (pattern: RegExp, write: (sign: string) => string) => secret.replace(pattern, write);
  const units = (text: string) => each(/[^ -~]|[/<>&'+]/g, (unit) => text + unit.charCodeAt(0).toString(16).padStart(4, "0"));
  const code = (sign: string) => sign.codePointAt(0) as number;
  const form = new URLSearchParams({ secret }).toString().slice("secret=".length);
  const echoes = {
    "for PHP's JSON": JSON.stringify(secret).slice(1, -1).replaceAll("/", "\\/"),
    "for JSON in ASCII": units("\\u").replaceAll('"', '\\"').replace(/\\$/, "\\\\"),
    "for a URL in lower case": encodeURIComponent(secret).replace(/%../g, (byte) => byte.toLowerCase()),
    "for a form in lower case": form.replace(/%../g, (byte) => byte.toLowerCase()),
    "for a URL, every byte": Buffer.from(secret)
      .toString("hex")
      .replace(/../g, (byte) => (/[\da-z]/i.test(Buffer.from(byte, "hex").toString()) ? Buffer.from(byte, "hex").toString() : `%${byte}`)),
    "for JSON, twice": JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    "for a URL, twice": encodeURIComponent(encodeURIComponent(secret)),
    "for JSON in a form": new URLSearchParams({ json: JSON.stringify(secret).slice(1, -1) }).toString().slice("json=".length),
  };

  test.each(Object.entries(echoes))("%s", async (_, echo) => {
    const fetch = async (): Promise<Response> => new Response(`<${echo}>`, { status: 400 });
    const error = await failureOf(createClient({ fetch }).oauthV1.createToken(grant(secret)));
    expect(error).toMatchObject({ body: "<[redacted]>" });
  });

  test.each(["-", "\\", "%", "%25", "&", "&amp;", " ", "+"])("fails to match in linear time: %s", async (sign) => {
    const fetch = async (): Promise<Response> => new Response(`${sign.repeat(500)}!`, { status: 400 });
    const error = await failureOf(createClient({ fetch }).oauthV1.createToken(grant(`${sign.repeat(60)}?`)));
    expect(error).toMatchObject({ body: `${sign.repeat(500)}!` });
  });

  test("hides a string completely if it contains secrets with different escapes", async () => {
    const fetch = async (): Promise<Response> =>
      new Response(`<${echoes["for a form in lower case"]}|${echoes["for PHP's JSON"]}>`, { status: 400 });
    const error = await failureOf(createClient({ fetch }).oauthV1.createToken(grant(secret)));
    expect(error).toMatchObject({ body: "[redacted]" });
  });

  const letters = "abcXYZ019";
  const signs = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
  const escapes: Readonly<Record<string, (text: string) => string>> = {
    plain: (text) => text,
    json: (text) => JSON.stringify(text).slice(1, -1),
    php: (text) => JSON.stringify(text).slice(1, -1).replaceAll("/", "\\/"),
    ascii: (text) => text.replace(/\W/g, (sign) => `\\u${code(sign).toString(16).padStart(4, "0")}`),
    url: encodeURIComponent,
    lower: (text) => text.replace(/\W/g, (sign) => `%${code(sign).toString(16)}`),
    form: (text) => new URLSearchParams({ text }).toString().slice("text=".length),
  };
  const random = randomNumbers(7);
  const tokens = Array.from({ length: 18 }, (_, index) => {
    const all = index % 2 === 0 ? signs : signs + letters;
    const length = index < 17 ? 30 : 2_500;
    return Array.from({ length }, () => all[Math.floor(random() * all.length)]).join("");
  });

  test.each(tokens.map((token) => ({ length: token.length, token })))("$length random characters", async ({ token }) => {
    withoutBackOff();
    const forms = Object.values(escapes).flatMap((inner) => Object.values(escapes).map((outer) => outer(inner(token))));
    const bodies = [
      ...forms.map((form) => `<${form}>`),
      ...forms.map((form) => JSON.stringify({ message: form, [form]: [form] })),
      forms.join(" "),
    ];
    for (const body of bodies) {
      const fetch = async (): Promise<Response> => new Response(body, { status: 400 });
      const error = await failureOf(createClient({ fetch, accessToken: token }).domainsV1.list());
      const shown = `${error.message} ${JSON.stringify(error)}`;
      expect(shown).toContain("[redacted]");
      // A quarter of the token is as bad as the whole, whatever its escapes are.
      const part = token.slice(-Math.ceil(token.length / 4));
      for (const form of Object.values(escapes))
        expect(shown.includes(form(part)) || shown.includes(JSON.stringify(form(part)).slice(1, -1))).toBe(false);
    }
  });

  test.each(Array.from({ length: 20 }, (_, index) => index + 1))("a short and a long secret in a pair: %s", async (seed) => {
    withoutBackOff();
    const random = randomNumbers(seed * 1_001);
    const draw = (from: string, length: number) => Array.from({ length }, () => from[Math.floor(random() * from.length)]).join("");
    const long = draw(seed % 2 ? signs : signs + letters, 24);
    const short = draw(`${signs}${letters}${long}`, 1 + (seed % 2)).replaceAll(":", "2");
    const pair = seed % 3 ? `${short}:${long}` : `${long.replaceAll(":", ";")}:${short}`;
    const secret = seed % 3 ? long : long.replaceAll(":", ";");
    const written = Object.values(escapes).flatMap((inner) => Object.values(escapes).map((outer) => outer(inner(pair))));
    const authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
    const runs = Array.from({ length: secret.length - 3 }, (_, start) => secret.slice(start, start + 4));
    for (const text of written) {
      for (const body of [`<${text}>`, `100%${text}`, `\\ ${text}`, `${short}${text}${text}`, JSON.stringify({ message: text })]) {
        const fetch = async (): Promise<Response> => new Response(body, { status: 400 });
        const error = await failureOf(createClient({ fetch, headers: { authorization } }).domainsV1.list());
        const shown = `${error.message} ${(error as { body?: unknown }).body}`.replaceAll("[redacted]", "\n");
        const decoded = [decodeLoosely(shown), decodeLoosely(decodeLoosely(shown)), shown];
        for (const run of runs) for (const one of decoded) expect(one.includes(run) && `${run} in ${one} of ${body}`).toBe(false);
      }
    }
  });

  function decodeLoosely(text: string): string {
    return text
      .replace(/%[0-7][\da-f]/gi, (byte) => decodeURIComponent(byte))
      .replace(/\\(u[\da-f]{4}|["\\/])/gi, (sequence) => JSON.parse(`"${sequence}"`));
  }

  const awkward = [
    { why: "a short secret is part of an escape", pair: "2:pass/word+secret", echo: "x%3Apass%2Fword%2Bsecret", body: "x%3A[redacted]" },
    { why: "a stray percent sign", pair: "mara:ab/cd", echo: "100%ab%2Fcd", body: "100%[redacted]" },
    { why: "a stray percent sign of a valid escape", pair: "mara:20x/cd", echo: "100%20x%2Fcd", body: "100%[redacted]" },
    { why: "overlapping secrets", pair: "xa:abc/def", echo: "xabc%2Fdef", body: "[redacted]" },
    { why: "a periodic secret", pair: `mara:${"a".repeat(3_000)}`, echo: `<${"a".repeat(3_986)}>`, body: "<[redacted]>" },
  ];

  test.each(awkward)("$why", async ({ pair, echo, body }) => {
    const fetch = async (): Promise<Response> => new Response(echo, { status: 400 });
    const headers = { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
    const error = await failureOf(createClient({ fetch, headers }).domainsV1.list());
    expect(error).toMatchObject({ body });
  });

  test("fails to match backslashes before quotes in linear time", async () => {
    const body = `${'\\\\"'.repeat(60)}!`;
    const fetch = async (): Promise<Response> => new Response(body, { status: 400 });
    const error = await failureOf(createClient({ fetch }).oauthV1.createToken(grant(`${'\\"'.repeat(60)}?`)));
    expect(error).toMatchObject({ body });
  });
});

describe("credentials in headers", () => {
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString("base64")}`;
  const headers = [
    { name: "Authorization", value: "Bearer hidden-token", echoes: ["hidden-token"] },
    { name: "AUTHORIZATION", value: "Bearer q7", echoes: ["Bearer q7", "q7"] },
    { name: "authorization", value: "ApiKey q7+z==", echoes: ["q7+z"] },
    { name: "authorization", value: basic("quokka:hidden:p\u00e4ss"), echoes: ["quokka", "hidden:p\u00e4ss"] },
    { name: "authorization", value: 'Digest username="mara", response="hidden-digest"', echoes: ["hidden-digest"] },
    { name: "Proxy-Authorization", value: basic("mara:hidden"), echoes: ["hidden", basic("mara:hidden").slice(6)] },
    { name: "Cookie", value: "theme=dark; session=hidden-session", echoes: ["hidden-session"] },
    { name: "Cookie", value: 'theme=dusk; sid=q7=z; old="q8"', echoes: ["q7=z", "q8"] },
    { name: "X-Api-Key", value: "hidden", echoes: ["hidden"] },
    { name: "x-tenant", value: "hidden-value of a header", echoes: [] },
  ];

  test.each(
    headers.flatMap((header) => [
      { ...header, place: "client" as const },
      { ...header, place: "call" as const },
    ]),
  )("$name of the $place: $value", async ({ name, value, echoes, place }) => {
    withoutBackOff();
    const texts = [value, encodeURIComponent(value), ...echoes];
    const messages: string[] = [];
    const note = (message: string): void => void messages.push(message);
    for (const [kind, responder] of Object.entries(responders)) {
      if (kind === "silence") continue;
      // The simulated services echo the decoded body of a request.
      const body = encodeURIComponent(texts.join(" "));
      const fetch = async (request: Request): Promise<Response> => {
        expect(request.headers.get(name)).toBe(value);
        const response = await responder(new Request(request.url, { method: "POST", body }));
        response.headers.set("sunset", body);
        return response;
      };
      const logger: Logger = { debug: note, info: note, warn: note };
      const own = { [name]: value };
      const client = createClient({ fetch, logger, logLevel: "debug", maxRetries: 1, ...(place === "client" && { headers: own }) });
      const error = await failureOf(client.domainsV1.list({}, place === "call" ? { headers: own } : {}));
      const shown = `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)} ${error.message} ${messages.join()}`;
      for (const text of texts) expect(shown).not.toContain(text);
    }
    expect(messages.length).toBeGreaterThan(0);
  });

  test("keeps messages readable despite short header values", async () => {
    const fetch = (): Response => Response.json({ message: "enough of version 1" }, { status: 400 });
    const error = await failureOf(createClient({ fetch, headers: { "accept-language": "en", "x-version": "1" } }).domainsV1.list());
    expect(error.message).toContain("enough of version 1");
  });

  test("keeps messages readable despite harmless headers, schemes and cookie names", async () => {
    const message = "application/json of my-application/1.0: Bearer, sid";
    const fetch = (): Response => Response.json({ message }, { status: 400 });
    const headers = { accept: "application/json", "user-agent": "my-application/1.0", authorization: "Bearer q7", cookie: "sid=q7" };
    const error = await failureOf(createClient({ fetch, headers }).domainsV1.list());
    expect(error.message).toContain(message);
  });
});
