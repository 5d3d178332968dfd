import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import type { Call, TestAccount } from "../behavior/platform.ts";

export interface ReceivedEvent {
  readonly eventId: number;
  readonly subscriptionType: string;
  readonly attemptNumber: number;
  readonly objectId?: number;
  readonly [field: string]: unknown;
}

export interface Received {
  readonly events: readonly ReceivedEvent[];
  readonly at: number;
}

export interface Receiver {
  readonly url: string;
  readonly requests: readonly Received[];
  readonly rejections: readonly string[];
  maxConcurrent(): number;
  close(): Promise<void>;
}

/** Ends the response to a request, or closes the connection without a response. */
export type Respond = (response: ServerResponse, delivery: Received) => unknown;

/** Receives webhooks, and verifies their signatures independently of the code under test. */
export async function receiveWebhooks(clientSecret: string, respond: Respond = (response) => response.end()): Promise<Receiver> {
  const requests: Received[] = [];
  const rejections: string[] = [];
  let concurrent = 0;
  let maxConcurrent = 0;
  const server = createServer(async (request, response) => {
    concurrent += 1;
    maxConcurrent = Math.max(maxConcurrent, concurrent);
    response.on("close", () => (concurrent -= 1));
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const problem = problemOf(request, body, clientSecret);
    if (problem) {
      rejections.push(problem);
      response.writeHead(401).end();
      return;
    }
    const delivery = { events: JSON.parse(body), at: performance.now() };
    requests.push(delivery);
    await respond(response, delivery);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks/%C3%A9?source=crm%20platform`,
    requests,
    rejections: rejections,
    maxConcurrent: () => maxConcurrent,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns the path of the app's webhook operations. */
export async function subscribe(
  account: TestAccount,
  targetUrl: string,
  maxConcurrentRequests: number,
  subscriptions: readonly object[],
): Promise<string> {
  const path = `/webhooks/2026-03/${account.app.appId}`;
  const succeed = async (request: Call) => expect((await account.call(request)).status).toBeLessThan(300);
  await succeed({ method: "PUT", path: `${path}/settings`, body: { targetUrl, throttling: { maxConcurrentRequests } } });
  for (const subscription of subscriptions) await succeed({ path: `${path}/subscriptions`, body: { ...subscription, active: true } });
  return path;
}

function problemOf({ method, url, headers }: IncomingMessage, body: string, clientSecret: string): string | undefined {
  const target = `${method}${decodeURIComponent(`http://${headers.host}${url}`)}`;
  const timestamp = String(headers["x-platform-request-timestamp"]);
  if (!(Math.abs(Date.now() - Number(timestamp)) <= 300_000)) return `timestamp ${timestamp}`;
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
  const expected = {
    v1: sha256(clientSecret + body),
    v2: sha256(clientSecret + target + body),
    v3: createHmac("sha256", clientSecret).update(`${target}${body}${timestamp}`).digest("base64"),
  };
  const wrong = Object.entries(expected).find(
    ([version, signature]) => !isEqual(String(headers[`x-platform-signature-${version}`]), signature),
  );
  return wrong && `signature ${wrong[0]}`;
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
