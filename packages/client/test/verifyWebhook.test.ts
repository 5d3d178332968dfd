/** The receiver computes signatures with `node:crypto`, independently of Web Crypto. */
import { createHash, createHmac } from "node:crypto";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { type ReceivedRequest, type VerifyOptions, verifyWebhook, type WebhookError } from "@crm-platform/client/verifyWebhook";
import type { WebhookEvent } from "@crm-platform/types";
import { describe, expect, expectTypeOf, test } from "vitest";
import { listening } from "./service.ts";

const clientSecret = "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68";
const now = 1_776_672_000_000;
const url = "https://traildesk.example/webhooks?source=crm";
const event = { eventId: 1, subscriptionType: "contact.creation", objectId: 3101, changeFlag: "CREATED", sourceId: "Ü" };
const body = JSON.stringify([event]);

interface Signed {
  readonly url?: string;
  readonly body?: string;
  readonly timestamp?: string;
  readonly decodedUrl?: string;
}

function signed({ url: to = url, body: content = body, timestamp = String(now), decodedUrl = to }: Signed = {}): Request {
  const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
  const headers = {
    "X-Platform-Signature-v3": createHmac("sha256", clientSecret).update(`POST${decodedUrl}${content}${timestamp}`).digest("base64"),
    "X-Platform-Request-Timestamp": timestamp,
    "X-Platform-Signature-v2": hash(`${clientSecret}POST${decodedUrl}${content}`),
    "X-Platform-Signature-v1": hash(`${clientSecret}${content}`),
  };
  return new Request(to, { method: "POST", headers, body: content });
}

async function asNode(request: Request): Promise<ReceivedRequest> {
  return { method: request.method, url: request.url, headers: Object.fromEntries(request.headers), body: await request.text() };
}

const verify = (request: Request | ReceivedRequest, options: Partial<VerifyOptions> = {}): Promise<WebhookEvent[]> =>
  verifyWebhook(request, { clientSecret, now, ...options });

const versions = ["v1", "v2", "v3"] as const;

test.each<[string, Partial<Record<keyof VerifyOptions, unknown>>, string]>([
  ["a missing client secret", { clientSecret: undefined }, "The option clientSecret must be a non-empty string."],
  ["an empty client secret", { clientSecret: "" }, "The option clientSecret must be a non-empty string."],
  ["an unknown version", { version: "v9" }, `The option version must be "v1", "v2" or "v3".`],
  ["an invalid time", { now: Number.NaN }, "The option now must be a time in milliseconds since the epoch."],
])("does not verify requests with %s", async (_title, options, message) => {
  for (const version of versions) {
    await expect(verify(signed(), { version, ...options } as Partial<VerifyOptions>)).rejects.toThrow(new TypeError(message));
  }
});

describe.each(versions)("signature %s", (version) => {
  test("accepts a signed request", async () => {
    expect(await verify(signed(), { version })).toEqual([event]);
  });

  test.each([
    ["a changed body", async (request: ReceivedRequest) => ({ ...request, body: body.replace("3101", "3102") })],
    [
      "a shortened signature",
      async (request: ReceivedRequest) => ({ ...request, headers: withSignature(request, (text) => text.slice(1)) }),
    ],
    ["an extended signature", async (request: ReceivedRequest) => ({ ...request, headers: withSignature(request, (text) => `${text}=`) })],
  ])("rejects %s", async (_title, change) => {
    const changed = await change(await asNode(signed()));
    await expect(verify(changed, { version })).rejects.toMatchObject({ name: "WebhookError", problem: "forged" });
  });

  test("a body that was parsed and serialized again is named as a possible cause", async () => {
    const request = await asNode(signed({ body: JSON.stringify([event], null, 2) }));
    const changed = { ...request, body: JSON.stringify(JSON.parse(String(request.body))) };
    await expect(verify(changed, { version })).rejects.toThrow("pass the body as it was received");
  });

  test("rejects another client secret", async () => {
    await expect(verify(signed(), { version, clientSecret: `${clientSecret}0` })).rejects.toMatchObject({ problem: "forged" });
  });

  test("rejects a request without the signature", async () => {
    const request = signed();
    request.headers.delete(`X-Platform-Signature-${version}`);
    await expect(verify(request, { version })).rejects.toThrow(`The request has no header x-platform-signature-${version}.`);
  });

  function withSignature({ headers }: ReceivedRequest, change: (text: string) => string): Record<string, string> {
    const name = `x-platform-signature-${version}`;
    const all = headers as Record<string, string>;
    return { ...all, [name]: change(all[name] ?? "") };
  }
});

test.each(["v2", "v3"] as const)("signature %s covers the method and the URL", async (version) => {
  const request = await asNode(signed());
  await expect(verify({ ...request, method: "PUT" }, { version })).rejects.toMatchObject({ problem: "forged" });
  await expect(verify({ ...request, url: `${url}&more=1` }, { version })).rejects.toMatchObject({ problem: "forged" });
});

test.each([
  ["5 minutes old", now - 300_000, undefined],
  ["more than 5 minutes old", now - 300_001, "expired"],
  ["from a clock that is 5 minutes ahead", now + 300_000, undefined],
  ["more than 5 minutes ahead", now + 300_001, "early"],
  ["without a number as its timestamp", "soon", "malformed"],
  ["with a negative timestamp", -now, "malformed"],
])("a request that is %s", async (_title, timestamp, problem) => {
  const result = await verify(signed({ timestamp: String(timestamp) })).catch(({ problem: found }: { problem: string }) => found);
  expect(result).toEqual(problem ?? [event]);
});

test("a changed timestamp is rejected, even if it is recent", async () => {
  const request = signed({ timestamp: String(now - 3_600_000) });
  request.headers.set("X-Platform-Request-Timestamp", String(now));
  await expect(verify(request)).rejects.toMatchObject({ problem: "forged" });
});

test("a URL without a host is rejected with an error that names the option", async () => {
  const request = { ...(await asNode(signed())), url: "/webhooks?source=crm" };
  await expect(verify(request)).rejects.toThrow(
    new TypeError("The URL of the request must be absolute. Pass the webhook's target URL as the option url."),
  );
});

test("behind a proxy that changes the host and the path, `node:http` servers pass the target URL", async () => {
  let targetUrl = "";
  const receiver = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    const received = { method, url: new URL(path, `http://${headers.host}`).href, headers, body: await buffer(request) };
    const withoutOption = await verify(received).catch(({ problem }: WebhookError) => problem);
    response.end(JSON.stringify({ path, withoutOption, events: await verify(received, { url: targetUrl }) }));
  });
  const upstream = await listening(receiver);
  const proxy = createServer(async (request, response) => {
    const { host: _, ...headers } = request.headers;
    const forwarded = await fetch(`${upstream}/internal/crm`, {
      method: request.method ?? "",
      headers: headers as Record<string, string>,
      body: await buffer(request),
    });
    response.end(await forwarded.text());
  });
  targetUrl = `${await listening(proxy)}/a%20b?source=crm`;
  const response = await fetch(signed({ url: targetUrl, decodedUrl: decodeURIComponent(targetUrl) }));
  expect(await response.json()).toEqual({ path: "/internal/crm", withoutOption: "forged", events: [event] });
});

test("the signed URL is decoded", async () => {
  const encoded = { url: "https://traildesk.example/a%20b?to=c%40d", decodedUrl: "https://traildesk.example/a b?to=c@d" };
  expect(await verify(signed(encoded))).toEqual([event]);
  expect(await verify(signed({ url: "https://traildesk.example/100%" }))).toEqual([event]);
});

test("accepts bytes as the body, and headers with uppercase names and lists of values", async () => {
  const { headers, ...request } = await asNode(signed());
  const listed = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [String(value)]]);
  const bytes = new TextEncoder().encode(body);
  expect(await verify({ ...request, headers: Object.fromEntries(listed), body: bytes })).toEqual([event]);
  expect(await verify({ ...request, headers, body: bytes.buffer })).toEqual([event]);
});

test.each(["", "{}", "[", "null"])("rejects the signed body %j", async (content) => {
  await expect(verify(signed({ body: content }))).rejects.toMatchObject({ problem: "malformed" });
});

test("the subscription type determines the type of an event", async () => {
  const check = (one: WebhookEvent): void => {
    if (one.subscriptionType === "deal.propertyChange") expectTypeOf(one.propertyName).toEqualTypeOf<string>();
    if (one.subscriptionType === "ticket.merge") expectTypeOf(one.mergedObjectIds).toEqualTypeOf<number[]>();
    // @ts-expect-error: not a type of event
    if (one.subscriptionType === "ticket.opened") expect.fail();
  };
  (await verify(signed())).forEach(check);
});
