/** The receiver computes signatures with `node:crypto`, independently of Web Crypto. */
import { createHash, createHmac } from "node:crypto";
import { type ReceivedRequest, type VerifyOptions, verifyWebhook } from "@crm-platform/client/verifyWebhook";
import type { WebhookEvent } from "@crm-platform/types";
import { describe, expect, expectTypeOf, test } from "vitest";

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
  ["from the future", now + 300_001, "expired"],
])("a request that is %s", async (_title, timestamp, problem) => {
  const result = await verify(signed({ timestamp: String(timestamp) })).catch(({ problem: found }: { problem: string }) => found);
  expect(result).toEqual(problem ?? [event]);
});

test("a changed timestamp is rejected, even if it is recent", async () => {
  const request = signed({ timestamp: String(now - 3_600_000) });
  request.headers.set("X-Platform-Request-Timestamp", String(now));
  await expect(verify(request)).rejects.toMatchObject({ problem: "forged" });
});

test("a timestamp that is not a number is rejected", async () => {
  await expect(verify(signed({ timestamp: "soon" }))).rejects.toMatchObject({ problem: "expired" });
});

test("behind a proxy, the URL that the platform requested can be passed", async () => {
  const { headers, ...request } = await asNode(signed());
  const forwarded = { ...request, headers, url: "/webhooks?source=crm" };
  await expect(verify(forwarded)).rejects.toThrow(TypeError);
  expect(await verify(forwarded, { url })).toEqual([event]);
  expect(await verify({ ...forwarded, url: "http://127.0.0.1:8080/webhooks" }, { url: new URL(url) })).toEqual([event]);
});

test("the signed URL is decoded", async () => {
  const encoded = { url: "https://traildesk.example/a%20b?to=c%40d", decodedUrl: "https://traildesk.example/a b?to=c@d" };
  expect(await verify(signed(encoded))).toEqual([event]);
  expect(await verify(signed({ url: "https://traildesk.example/100%" }))).toEqual([event]);
});

test("accepts bytes, and headers with any letter case and several values", async () => {
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
