import { createMock, type Mock, type MockOptions, serveMock, type Wire } from "@crm-platform/mock";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openConsole, type Page, textOf } from "./browser.ts";

const controlToken = "a-control-token";
const here = "http://127.0.0.1:4010";

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** `null` when the connection was reset. */
  readonly remoteAddress?: string | null;
  readonly origin?: string;
}

async function opened(options: MockOptions): Promise<Mock> {
  const mock = await createMock(options);
  onTestFinished(() => mock.close());
  return mock;
}

/** The mock uses only the address of the connection. */
function call(
  mock: Mock,
  { path = "/console", method = "GET", headers = {}, remoteAddress = "127.0.0.1", origin = here }: Asked,
): Promise<Response> {
  const wire = { incoming: { socket: { remoteAddress: remoteAddress ?? undefined } } } as unknown as Wire;
  const body = method === "POST" ? { body: new URLSearchParams({ action: "clear" }) } : {};
  return mock.pass(new Request(origin + path, { method, headers, redirect: "manual", ...body }), wire);
}

describe("without a control token", () => {
  const ownPage = { origin: here, "sec-fetch-site": "same-origin" };
  test.each<[string, Asked, number]>([
    ["this machine", {}, 200],
    ["an address typed into a browser", { headers: { "sec-fetch-site": "none" } }, 200],
    ["a link on the console's own pages", { headers: { "sec-fetch-site": "same-origin" } }, 200],
    ["another machine", { remoteAddress: "203.0.113.9" }, 403],
    ["a client that reset the connection", { remoteAddress: null }, 403],
    ["another host name for this machine", { origin: "http://attacker.example:4010" }, 403],
    ["a link or a frame on another site", { headers: { "sec-fetch-site": "cross-site" } }, 403],
    ["a script on another site", { headers: { origin: "https://attacker.example" } }, 403],
    ["the event stream, requested by another site", { path: "/console/events", headers: { "sec-fetch-site": "cross-site" } }, 403],
    ["a nonexistent page, requested by another machine", { path: "/console/nothing", remoteAddress: "203.0.113.9" }, 403],
    ["a form on the console's own pages", { method: "POST", headers: ownPage }, 303],
    ["JSON from another site", { method: "POST", headers: { origin: "http://localhost:3000", "content-type": "application/json" } }, 403],
    ["a form without an origin", { method: "POST" }, 403],
    ["a form with an opaque origin", { method: "POST", headers: { origin: "null" } }, 403],
    ["a form from another machine", { method: "POST", headers: ownPage, remoteAddress: "203.0.113.9" }, 403],
  ])("%s", async (_, request, status) => {
    expect((await call(await opened({}), request)).status).toBe(status);
  });

  test("the response to a rejected request is a page that explains how to gain access", async () => {
    const mock = await opened({});
    const rejected = await call(mock, { headers: { "sec-fetch-site": "cross-site" } });
    const html = await rejected.text();
    expect(rejected.headers.get("content-type")).toBe("text/html;charset=utf-8");
    expect(textOf(html)).toContain("start the mock with a control token");
    expect(html).toContain('<a href="/console">');
    expect(html).not.toContain("/console/accounts");
  });

  test("a form on another site changes nothing", async () => {
    const mock = await opened({});
    await mock.fetch(`${mock.url}/cos-domains/v1/domains`);
    const headers = { origin: "https://attacker.example" };
    const response = await call(mock, { method: "POST", headers });
    expect([response.status, (await mock.requests.list()).length]).toEqual([403, 1]);
  });

  test("the console requires no sign-in", async () => {
    const { send } = await openConsole();
    expect((await send("/console/sign-in", { token: "x" })).status).toBe(404);
  });
});

test("a trailing slash is removed", async () => {
  const { look } = await openConsole();
  for (const path of ["/console", "/console/accounts"]) {
    const { status, location } = await look(`${path}/`);
    expect([status, location]).toEqual([303, path]);
  }
  expect((await look("/console//attacker.example//")).location).toBe("/console//attacker.example");
  expect((await look("/console/nothing")).status).toBe(404);
});

test("every page forbids framing, caching, and code from other hosts", async () => {
  const { look } = await openConsole();
  const { headers } = await look("/console");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect([headers.get("x-frame-options"), headers.get("cache-control")]).toEqual(["DENY", "no-store"]);
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

describe("with a control token", () => {
  test("a request without the token gets only the sign-in page", async () => {
    const { look, send, mock } = await openConsole({ controlToken });
    for (const path of ["/console", "/console/accounts", "/console/events", "/console/nothing"]) {
      const { status, html, headers } = await look(path);
      expect([path, status, headers.get("www-authenticate")]).toEqual([path, 401, "Bearer"]);
      expect(html).toContain('type="password"');
    }
    await mock.account();
    expect((await send("/console/accounts", { action: "create" })).status).toBe(401);
    expect((await mock.accounts.list()).results).toHaveLength(1);
  });

  test("a sign-in is valid for twelve hours, and neither the cookie nor a page contains the token", async () => {
    const { look, send } = await openConsole({ controlToken });
    const redirected = await look("/console/accounts?after=1");
    expect(redirected.html).toContain('name="next" value="/console/accounts?after=1"');
    const signedIn = await send("/console/sign-in", { token: controlToken, next: "/console/accounts?after=1" });
    expect([signedIn.status, signedIn.location]).toEqual([303, "/console/accounts?after=1"]);
    const cookie = signedIn.headers.get("set-cookie") ?? "";
    expect(cookie.split("; ").slice(1).sort()).toEqual(["HttpOnly", "Max-Age=43200", "Path=/console", "SameSite=Strict"]);
    const page = await look("/console", cookieOf(signedIn));
    expect(page.status).toBe(200);
    expect(page.html).toContain('action="/console/sign-out"');
    for (const seen of [redirected, signedIn, page]) expect(JSON.stringify([seen.html, [...seen.headers]])).not.toContain(controlToken);
  });

  test("the cookie is secure over HTTPS", async () => {
    const { send } = await openConsole({ controlToken });
    const signedIn = await send("/console/sign-in", { token: controlToken }, { origin: "https://mock.example" });
    expect(signedIn.headers.get("set-cookie")).toContain("; Secure");
  });

  test("another process with the same token accepts the cookie", async () => {
    const { send } = await openConsole({ controlToken });
    const cookie = cookieOf(await send("/console/sign-in", { token: controlToken }));
    expect((await (await openConsole({ controlToken })).look("/console", cookie)).status).toBe(200);
    expect((await (await openConsole({ controlToken: "another-token" })).look("/console", cookie)).status).toBe(401);
  });

  test("an expired, altered or forged cookie is rejected", async () => {
    const { look, send } = await openConsole({ controlToken });
    const { cookie } = cookieOf(await send("/console/sign-in", { token: controlToken }));
    const [name = "", value = ""] = cookie.split("=");
    const decoded = decodeURIComponent(value);
    const [moment = "", signature = ""] = decoded.split(/\.(.*)/s);
    const later = `${Number(moment) + 1}.${signature}`;
    for (const wrong of ["", moment, later, `${moment}.`, `${moment}.${signature.replace(/^./, (first) => (first === "A" ? "B" : "A"))}`]) {
      expect([wrong, (await look("/console", { cookie: `${name}=${encodeURIComponent(wrong)}` })).status]).toEqual([wrong, 401]);
    }
    expect((await look("/console", { cookie: `${name}=${encodeURIComponent(decoded)}` })).status).toBe(200);
  });

  test.each([["another-token"], [""], [controlToken.slice(0, -1)], [`${controlToken}x`]])(
    "the wrong token %j is rejected",
    async (token) => {
      const { send } = await openConsole({ controlToken });
      const rejected = await send("/console/sign-in", { token, next: "/console/accounts" });
      expect([rejected.status, rejected.headers.get("set-cookie")]).toEqual([403, null]);
      expect(textOf(rejected.html)).toContain("Wrong control token.");
      if (token !== "") expect(rejected.html).not.toContain(token);
    },
  );

  test.each([
    "https://attacker.example",
    "//attacker.example",
    "/console\\@attacker.example",
    "/consoles",
    "javascript:alert(1)",
    "/console\n",
    "/console/../..//attacker.example/",
    "/console/%2e%2e/docs/",
  ])("signing in does not redirect to %j", async (next) => {
    const { send } = await openConsole({ controlToken });
    expect((await send("/console/sign-in", { token: controlToken, next })).location).toBe("/console");
  });

  test("another site cannot sign in or out", async () => {
    const { send } = await openConsole({ controlToken });
    const foreign = { origin: "https://attacker.example", "sec-fetch-site": "cross-site" };
    expect((await send("/console/sign-in", { token: controlToken }, foreign)).status).toBe(403);
    expect((await send("/console/sign-out", {}, foreign)).status).toBe(403);
  });

  test.each(["/sign-in", "/clock", "/accounts", "/oauth"])("a body that is not a form is rejected at %s", async (path) => {
    const isOpen = path !== "/sign-in";
    const { mock } = await openConsole(isOpen ? {} : { controlToken });
    const headers = { "sec-fetch-site": "same-origin", "content-type": "multipart/form-data; boundary=x" };
    const response = await mock.fetch(`${here}/console${path}`, { method: "POST", headers, body: "no form" });
    expect([response.status, textOf(await response.text())]).toEqual([400, expect.stringContaining("The body is not a form.")]);
  });

  test("after ten wrong tokens, an address cannot sign in for a minute, but can still use a bearer token", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    // The mock's clock is frozen, but sign-ins do not depend on it.
    const { mock, send, look } = await openConsole({ controlToken, wallClock: () => Date.parse("2026-04-20T08:00:00Z") });
    for (let count = 0; count < 10; count += 1) expect((await send("/console/sign-in", { token: "wrong" })).status).toBe(403);
    vi.advanceTimersByTime(20_000);
    const throttled = await send("/console/sign-in", { token: controlToken });
    expect([throttled.status, throttled.headers.get("retry-after"), throttled.headers.get("set-cookie")]).toEqual([429, "40", null]);
    expect(textOf(throttled.html)).toContain("Too many wrong control tokens. Try again in 40 seconds.");
    expect((await look("/console", { authorization: `Bearer ${controlToken}` })).status).toBe(200);
    const server = await serveMock({ mock, port: 0 });
    onTestFinished(() => server.close());
    const headers = { origin: server.url, "sec-fetch-site": "same-origin" };
    const body = new URLSearchParams({ token: controlToken });
    const elsewhere = await fetch(`${server.url}/console/sign-in`, { method: "POST", headers, body, redirect: "manual" });
    expect(elsewhere.status).toBe(303);
    vi.advanceTimersByTime(40_000);
    expect((await send("/console/sign-in", { token: controlToken })).status).toBe(303);
  });

  test("a form may be sent in chunks", async () => {
    const mock = await opened({ controlToken });
    const server = await serveMock({ mock, port: 0 });
    onTestFinished(() => server.close());
    const sent = (token: string) =>
      fetch(`${server.url}/console/sign-in`, {
        method: "POST",
        headers: { origin: server.url, "content-type": "application/x-www-form-urlencoded" },
        body: new Blob([`token=${token}`]).stream(),
        duplex: "half",
        redirect: "manual",
      } as RequestInit);
    expect((await sent(controlToken)).status).toBe(303);
    expect((await sent("x".repeat(100_000))).status).toBe(413);
  });

  test("an oversized form is rejected", async () => {
    const { send } = await openConsole({ controlToken });
    expect((await send("/console/sign-in", { token: "x".repeat(100_000) })).status).toBe(413);
  });

  test("signing out deletes the cookie", async () => {
    const { send } = await openConsole({ controlToken });
    const cookie = cookieOf(await send("/console/sign-in", { token: controlToken }));
    const out = await send("/console/sign-out", {}, cookie);
    expect([out.status, out.location]).toEqual([303, "/console"]);
    expect(out.headers.get("set-cookie")).toContain("Max-Age=0");
  });

  test("a bearer token is accepted from any machine", async () => {
    const mock = await opened({ controlToken });
    const from = { remoteAddress: "203.0.113.9", origin: "https://mock.example" };
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    expect((await call(mock, { ...from, headers: bearer(controlToken) })).status).toBe(200);
    expect((await call(mock, { ...from, headers: bearer("another-token") })).status).toBe(401);
  });
});

function cookieOf({ headers }: Page): { cookie: string } {
  return { cookie: headers.get("set-cookie")?.split(";")[0] ?? "" };
}
