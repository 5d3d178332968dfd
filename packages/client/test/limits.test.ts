import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { ApiError, createClient, isCallError } from "@crm-platform/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { createConnection, pagesOf } from "../src/engine/index.ts";
import { associationsV3BatchRead } from "../src/generated/operations.ts";
import { recording } from "./recording.ts";
import { failureOf, listening } from "./service.ts";

const kilobyte = "x".repeat(1024);

interface Endless {
  readonly baseUrl: string;
  /** Resolves to the number of bytes sent, after the client has closed the connection. */
  readonly closed: Promise<number>;
}

async function endless(status: number, begin: string): Promise<Endless> {
  let report: (bytes: number) => void = () => {};
  const closed = new Promise<number>((resolve) => (report = resolve));
  const server = createServer((_, response) => {
    let isOpen = true;
    let bytes = 0;
    response.on("close", () => {
      isOpen = false;
      report(bytes);
    });
    response.writeHead(status, { "content-type": "application/json" });
    response.write(begin);
    const more = (): void => {
      while (isOpen) {
        bytes += kilobyte.length;
        if (!response.write(kilobyte)) return void response.once("drain", more);
      }
    };
    more();
  });
  onTestFinished(() => server.closeAllConnections());
  return { baseUrl: await listening(server), closed };
}

const megabyte = 2 ** 20;

/** Returns chunks of one byte, which split characters. */
function byteByByte(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
}

describe("the size of a response", () => {
  test("the size of a response is checked while it is read, and the connection is closed if the response is too large", async () => {
    const { baseUrl, closed } = await endless(200, '{"id":"');
    const error = await failureOf(createClient({ baseUrl, maxResponseBytes: 3 * megabyte }).domainsV1.get("1"));
    expect(error).toMatchObject({ name: "ParseError", status: 200, operationId: "domainsV1.get", attempts: 1 });
    expect(error.message).toBe("Invalid 200 response: GET /cos-domains/v1/domains/{domainId}: body exceeds maxResponseBytes (3145728)");
    // The operating system buffers data on both sides.
    expect(await closed).toBeLessThan(64 * megabyte);
  });

  test("the maximum size of a response is 64 MiB by default", async () => {
    const { baseUrl } = await endless(200, '{"id":"');
    expect((await failureOf(createClient({ baseUrl }).domainsV1.get("1"))).message).toContain("(67108864)");
  });

  test("the size of a response is checked after decompression", async () => {
    const bomb = gzipSync(Buffer.alloc(8 * megabyte, '"'));
    const server = createServer((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb));
    const baseUrl = await listening(server);
    expect(bomb.length).toBeLessThan(megabyte);
    const error = await failureOf(createClient({ baseUrl, maxResponseBytes: megabyte }).domainsV1.get("1"));
    expect(error.message).toContain("exceeds maxResponseBytes (1048576)");
  });

  const body = JSON.stringify({ id: "1", domain: "\u00e9\u{1F600}" });
  const bytes = new TextEncoder().encode(body);

  test.each([
    { options: { maxResponseBytes: bytes.length }, call: {}, fits: true },
    { options: { maxResponseBytes: bytes.length - 1 }, call: {}, fits: false },
    { options: { maxResponseBytes: 1 }, call: { maxResponseBytes: Infinity }, fits: true },
    { options: {}, call: { maxResponseBytes: 1 }, fits: false },
  ])("$options, $call: $fits", async ({ options, call, fits }) => {
    const client = createClient({ fetch: () => new Response(byteByByte(bytes)) }).withOptions(options);
    const outcome = await client.domainsV1.get("1", call).catch((error: unknown) => error);
    expect(isCallError(outcome)).toBe(!fits);
    if (fits) expect(outcome).toEqual(JSON.parse(body));
  });
});

describe("the body of an error", () => {
  test("at most 1 MiB of an error's body is read, and the error has the status and that part", async () => {
    const { baseUrl, closed } = await endless(503, "It begins. ");
    const error = await failureOf(createClient({ baseUrl, maxRetries: 0 }).domainsV1.get("1"));
    if (!(error instanceof ApiError)) throw error;
    expect(error).toMatchObject({ name: "ApiError", status: 503, operationId: "domainsV1.get" });
    expect(error.body).toMatch(/^It begins\. x+$/);
    expect(String(error.body)).toHaveLength(megabyte);
    expect(await closed).toBeLessThan(64 * megabyte);
  });

  test("at most maxResponseBytes of an error's body are read if that is less than 1 MiB", async () => {
    const { baseUrl } = await endless(400, "");
    const error = await failureOf(createClient({ baseUrl, maxResponseBytes: 1000 }).domainsV1.get("1"));
    expect(error).toMatchObject({ status: 400, body: "x".repeat(1000) });
  });

  test.each(["secret-token-%-\u{1F600}", "secret-token"])(
    "the body of an error does not end with a truncated secret: %s",
    async (secret) => {
      for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]) {
        for (let length = 1; length < form.length; length += 1) {
          const fetch = (): Response => new Response(byteByByte(new TextEncoder().encode(`${"x".repeat(500)}${form}`)), { status: 400 });
          const accessToken = secret.replace(/[^!-~]/gu, "");
          const client = createClient({ fetch, accessToken, headers: { "x-api-key": encodeURIComponent(secret) } });
          const error = await failureOf(client.domainsV1.get("1", { maxResponseBytes: 500 + length }));
          expect(JSON.stringify(error)).not.toContain("secr");
        }
      }
    },
  );
});

describe("pages without progress", () => {
  async function read(respond: (nth: number) => Response): Promise<{ message: string; requests: number; seen: number[] }> {
    const { requests, fetch } = recording((_, nth) => respond(nth));
    const pages = createClient({ fetch }).associationsV1.list(1, 15);
    const seen: number[] = [];
    const walk = async (): Promise<void> => {
      for await (const id of pages) seen.push(id);
    };
    const error = await failureOf(walk());
    expect(error).toMatchObject({ name: "ParseError", status: 200, operationId: "associationsV1.list" });
    const count = requests.length;
    expect((await failureOf(pages.toArray())).name).toBe("ParseError");
    return { message: error.message, requests: count, seen };
  }

  test("an endless list of empty pages causes a ParseError", async () => {
    const outcome = await read((nth) => Response.json([{ results: [], hasMore: true, offset: nth }]));
    expect(outcome).toMatchObject({ message: expect.stringContaining("100 consecutive pages without items"), requests: 100 });
  });

  test("a response that announces more pages without a cursor is a ParseError", async () => {
    const respond = () => Response.json([{ results: [7], hasMore: true }]);
    expect(await read(respond)).toMatchObject({ message: expect.stringContaining("no cursor at /offset"), requests: 1, seen: [] });
  });

  test("endless pages for an input cause a ParseError, even in a batch", async () => {
    const { requests, fetch } = recording((_, nth) =>
      Response.json({ results: [{ from: { id: "1" }, to: [], paging: { next: { after: String(nth) } } }] }),
    );
    const read = createClient({ fetch }).associationsV3.batchRead("contacts", "tickets", { inputs: [{ id: "1" }] });
    expect((await failureOf(read.toArray())).message).toContain("100 consecutive pages without items");
    expect(requests).toHaveLength(100);
    const { failures, complete } = await read.chunked();
    expect(failures.map(({ error }) => error.name)).toEqual(["ParseError"]);
    expect(complete).toBe(false);
  });

  test("a few empty pages are skipped", async () => {
    const { fetch } = recording((_, nth) => {
      const isLast = nth === 300;
      return Response.json([{ results: nth % 100 === 0 ? [nth] : [], hasMore: !isLast, offset: nth }]);
    });
    expect(await createClient({ fetch }).associationsV1.list(1, 15).toArray()).toEqual([100, 200, 300]);
  });

  test("many requests for inputs without associations count as progress", async () => {
    const inputs = Array.from({ length: 150 }, (_, index) => ({ id: String(index) }));
    const { requests, fetch } = recording(() => Response.json({ results: [], errors: [{}] }, { status: 207 }));
    const operation = { ...associationsV3BatchRead, batch: { inputs: "/inputs", size: 1, results: "/results" } };
    const connection = createConnection({ baseUrl: "http://s.example", fetch });
    expect(await pagesOf(connection, operation, ["contacts", "tickets"], { inputs }).toArray()).toEqual([]);
    expect(requests).toHaveLength(150);
  });
});
