import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createMock, type Mock, type MockOptions, serveMock, type Wire } from "@crm-platform/mock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { portOf } from "../server/raw.ts";

const path = "/__mock/v1/health";
const token = "a-control-token";

interface Asked {
  readonly headers?: Record<string, string>;
  /** `null` when the connection was reset. */
  readonly remoteAddress?: string | null;
  readonly origin?: string;
}

async function statusOf(
  options: MockOptions,
  { headers = {}, remoteAddress = "127.0.0.1", origin = "http://127.0.0.1:4010" }: Asked,
): Promise<number> {
  const mock = await createMock(options);
  // The mock uses only the address of the connection.
  const wire = { incoming: { socket: { remoteAddress: remoteAddress ?? undefined } } } as unknown as Wire;
  const { status } = await mock.pass(new Request(origin + path, { headers }), wire);
  await mock.close();
  return status;
}

function rejectedWith(name: string): [string, Asked, number] {
  return [`a proxy that sends ${name}`, { headers: { [name]: "203.0.113.9" } }, 403];
}

describe("without a control token", () => {
  test.each<[string, Asked, number]>([
    ["this machine", {}, 200],
    ["this machine over IPv6", { remoteAddress: "::1", origin: "http://[::1]:4010" }, 200],
    ["this machine with an IPv4-mapped IPv6 address", { remoteAddress: "::ffff:127.0.0.1", origin: "http://localhost:4010" }, 200],
    ["a page from this machine", { headers: { origin: "http://localhost:5173" } }, 200],
    ["another machine", { remoteAddress: "203.0.113.9" }, 403],
    ["another machine that claims to be this machine", { remoteAddress: "203.0.113.9", headers: { "x-forwarded-for": "127.0.0.1" } }, 403],
    ["a proxy on this machine", { headers: { "x-forwarded-for": "203.0.113.9" } }, 403],
    ["a proxy that sends Forwarded (RFC 7239)", { headers: { forwarded: "for=203.0.113.9" } }, 403],
    ["a client that reset the connection", { remoteAddress: null }, 403],
    ...["X-Forwarded-Host", "X-Forwarded-Proto", "X-Original-Forwarded-For", "Via", "X-Real-IP", "X-Client-IP"].map(rejectedWith),
    ...["CF-Connecting-IP", "True-Client-IP"].map(rejectedWith),
    ["an image on another site's page", { headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" } }, 403],
    [
      "a page from this machine under its other name",
      { headers: { "sec-fetch-site": "cross-site", origin: "http://localhost:5173" } },
      200,
    ],
    ["an address typed into a browser", { headers: { "sec-fetch-site": "none" } }, 200],
    ["a page on another site", { headers: { origin: "https://attacker.example" } }, 403],
    ["a page with an opaque origin", { headers: { origin: "null" } }, 403],
    ["another host name for this machine", { origin: "http://attacker.example:4010" }, 403],
  ])("%s", async (_, request, status) => {
    expect(await statusOf({}, request)).toBe(status);
  });
});

describe("with a control token", () => {
  test.each<[string, Asked, number]>([
    ["a request without a token", {}, 401],
    ["a request with another token", { headers: { authorization: "Bearer another-token" } }, 401],
    ["a request with part of the token", { headers: { authorization: `Bearer ${token.slice(0, -1)}` } }, 401],
    [
      "a request with the token from another machine",
      { remoteAddress: "203.0.113.9", origin: "https://mock.example", headers: { authorization: `Bearer ${token}` } },
      200,
    ],
  ])("%s", async (_, request, status) => {
    expect(await statusOf({ controlToken: token }, request)).toBe(status);
  });
});

test.each(["", "two words", "caf\u00e9"])("a control token that is not a valid header value is rejected: %j", async (controlToken) => {
  await expect(createMock({ controlToken })).rejects.toThrow(/^createMock: controlToken must consist of one or more letters/);
});

describe("over HTTP", () => {
  let mock: Mock;
  let url: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    mock = await createMock();
    const server = await serveMock({ mock, port: 0 });
    url = server.url;
    close = async () => {
      await server.close();
      await mock.close();
    };
  });
  afterAll(() => close());

  test("requests from this machine are accepted, and requests from other sites are rejected before their body is read", async () => {
    expect((await fetch(url + path)).status).toBe(200);
    const headers = { origin: "https://attacker.example", "content-type": "application/json" };
    const rejected = await fetch(`${url}/__mock/v1/reset`, { method: "POST", headers });
    expect([rejected.status, await rejected.json()]).toMatchObject([
      403,
      { category: "FORBIDDEN", message: expect.stringContaining("control token") },
    ]);
    const large = await fetch(`${url}/__mock/v1/accounts`, { method: "POST", headers, body: "not JSON" });
    expect(large.status).toBe(403);
  });

  test("a client that resets the connection is not treated as an in-process caller", async () => {
    const body = JSON.stringify({ accountId: 666, accessToken: "attacker-token-666" });
    const head = ["POST /__mock/v1/accounts HTTP/1.1", "Host: attacker.example", "Content-Type: application/json"];
    const request = [...head, `Content-Length: ${body.length}`, "", body].join("\r\n");
    // The server may read the request before or after the reset.
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const socket = connect(portOf(url), "127.0.0.1");
      socket.on("error", () => {}).on("connect", () => socket.write(request, () => socket.resetAndDestroy()));
      await sleep(20);
    }
    await expect(mock.snapshot(666)).rejects.toMatchObject({ category: "OBJECT_NOT_FOUND" });
  });
});
