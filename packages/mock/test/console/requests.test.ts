import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { createMock, serveMock } from "@crm-platform/mock";
import { describe, expect, onTestFinished, test } from "vitest";
import { type ConsoleBrowser, openConsole, textOf } from "./browser.ts";

type Account = Awaited<ReturnType<ConsoleBrowser["mock"]["account"]>>;

const domains = "/cos-domains/v1/domains";
const meetings = "/crm/objects/2026-03/meetings/batch/read";

async function send({ mock }: ConsoleBrowser, account: Account | undefined, path: string, body?: unknown): Promise<void> {
  const authorization = account ? { authorization: `Bearer ${account.accessToken}` } : {};
  const posted = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  await mock.fetch(mock.url + path, { ...posted, headers: { ...authorization, "content-type": "application/json" } });
}

function listed(html: string): number[] {
  return [...html.matchAll(/href="\/console\/requests\/(\d+)"/g)].map(([, id]) => Number(id));
}

describe("the list", () => {
  test("the list shows each request, newest first", async () => {
    const console = await openConsole();
    await console.mock.clock.freeze("2026-04-20T08:00:00Z");
    const account = await console.mock.account();
    await console.mock.faults.add({ match: { operationId: "domainsV1.list" }, effect: { type: "status", status: 503 }, times: 1 });
    await send(console, account, domains);
    await send(console, account, `${domains}?limit=x`);
    await send(console, undefined, "/nothing");
    const { html } = await console.look("/console");
    expect(listed(html)).toEqual([3, 2, 1]);
    const rows = html.split("<tr").slice(2).map(textOf);
    expect(rows[0]).toMatch(/GET \/nothing no operation No operation matches GET \/nothing\. .* 404 violation .* [\d.]+ ms none/);
    expect(rows[1]).toMatch(
      /GET \/cos-domains\/v1\/domains domainsV1\.list The request is not valid: limit must be an integer \(received x\) 400 violation .* [\d.]+ ms 20000001/,
    );
    expect(rows[2]).toMatch(/domainsV1\.list A fault of the mock caused this error\. 503 fault/);
    expect(html).toContain('href="/docs/operations/domainsV1/list.html"');
    expect(html).toContain(`href="/console/accounts/${account.accountId}"`);
  });

  test("the list can be filtered by account, operation, status and violations, and keeps the filter", async () => {
    const console = await openConsole();
    const [one, other] = [await console.mock.account(), await console.mock.account()];
    await send(console, one, domains);
    await send(console, other, domains);
    await send(console, one, meetings, { inputs: [] });
    await send(console, one, `${domains}?limit=x`);
    const ids = async (query: string) => listed((await console.look(`/console?${query}`)).html);
    expect(await ids(`account=${other.accountId}`)).toEqual([2]);
    expect(await ids("operation=domainsV1.list")).toEqual([4, 2, 1]);
    expect(await ids("status=4XX")).toEqual([4, 3]);
    expect(await ids("problems=on&operation=domainsV1.list")).toEqual([4]);
    expect(await ids("account=&operation=&status=")).toEqual([4, 3, 2, 1]);
    expect(listed((await console.look(`/console/accounts/${other.accountId}/requests`)).html)).toEqual([2]);
    const { html } = await console.look("/console?operation=domainsV1.list&status=4XX&problems=on");
    expect(html).toContain('<option value="domainsV1.list" selected="">');
    expect(html).toContain('<option value="4XX" selected="">');
    expect(html).toContain('name="problems" checked=""');
    expect(html).toContain('data-live="/console/events?operation=domainsV1.list&amp;status=4XX&amp;problems=on"');
  });

  test("the list reports an invalid filter", async () => {
    const { look } = await openConsole();
    for (const [query, words] of [
      ["account=abc", "accountId must be an integer"],
      ["status=9", "status must be a status or a range of statuses, for example 404 or 4XX"],
      ["before=x", "before must be an integer"],
    ]) {
      const { status, html } = await look(`/console?${query}`);
      expect([status, textOf(html)]).toEqual([400, expect.stringContaining(words as string)]);
    }
    expect((await look("/console?account=20000001")).status).toBe(404);
    expect((await look("/console/accounts/20000001/requests")).status).toBe(404);
  });

  test("the list is empty initially and after it is cleared", async () => {
    const console = await openConsole();
    expect(textOf((await console.look("/console")).html)).toContain("No requests yet.");
    const [one, other] = [await console.mock.account(), await console.mock.account()];
    await send(console, one, domains);
    await send(console, other, domains);
    expect(textOf((await console.look("/console?status=5XX")).html)).toContain("No request matches.");
    const ofOne = `/console/accounts/${one.accountId}/requests`;
    const cleared = await console.send(ofOne, { action: "clear" });
    expect([cleared.status, cleared.location]).toEqual([303, `${ofOne}?done=clear`]);
    expect(textOf((await console.look(cleared.location)).html)).toContain("The requests were deleted.");
    expect(listed((await console.look("/console")).html)).toEqual([2]);
    await console.send("/console", { action: "clear" });
    expect(listed((await console.look("/console")).html)).toEqual([]);
  });

  test("the list has pages of a hundred entries, and each entry is on exactly one page", async () => {
    const console = await openConsole();
    const accounts = await Promise.all(Array.from({ length: 5 }, () => console.mock.account()));
    for (let round = 0; round < 25; round += 1) for (const account of accounts) await send(console, account, domains);
    const found: number[] = [];
    let next: string | undefined = "/console?status=2XX";
    while (next !== undefined) {
      const { html }: { html: string } = await console.look(next);
      const page = listed(html);
      expect(page.length).toBeLessThanOrEqual(100);
      found.push(...page);
      next = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
      // Only the newest page is live.
      expect(html.includes("data-live")).toBe(page[0] === 125);
    }
    expect(found).toEqual(Array.from({ length: 125 }, (_, index) => 125 - index));
  });

  test("an unknown notice code in the address shows no notice", async () => {
    const { look } = await openConsole();
    for (const code of ["constructor", "__proto__", "<b>you won</b>"]) {
      const { html } = await look(`/console?done=${encodeURIComponent(code)}`);
      expect(html).not.toContain('role="status"');
      expect(html).not.toContain("you won");
    }
  });
});

describe("a request", () => {
  test("a request is shown with its details, without secrets", async () => {
    const console = await openConsole();
    const account = await console.mock.account();
    await send(console, account, `${domains}?limit=3&password=hunter2`);
    const { html, status } = await console.look("/console/requests/1");
    expect(status).toBe(200);
    const text = textOf(html);
    expect(text).toContain("GET /cos-domains/v1/domains");
    expect(text).toContain('{ "limit": "3", "password": "[redacted]" }');
    for (const secret of ["hunter2", account.accessToken]) expect(html).not.toContain(secret);
  });

  test("a request is shown with its response, its reason and a curl command that sends it again", async () => {
    const console = await openConsole();
    const account = await console.mock.account();
    await send(console, account, `${meetings}?archived=false`, { inputs: [{}], properties: ["it's"], propertiesWithHistory: [] });
    const { html } = await console.look("/console/requests/1");
    const text = textOf(html);
    expect(text).toContain("VALIDATION_ERROR: The request is not valid: inputs[0].id is required");
    expect(text).toMatch(/Request body \{ "inputs": \[ \{\} \].* Response body \{ "status": "error", "category": "VALIDATION_ERROR"/);
    const command = /<pre class="wrap" data-copy="Copy as curl"><code>(.*?)<\/code>/s.exec(html)?.[1] ?? "";
    expect(command.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">")).toBe(
      [
        `curl '${new URL(html.match(/curl &#39;([^?]*)/)?.[1] ?? "").origin}${meetings}?archived=false' \\`,
        "  --header 'Authorization: Bearer <ACCESS_TOKEN>' \\",
        `  --json '{"inputs":[{}],"properties":["it'\\''s"],"propertiesWithHistory":[]}'`,
      ].join("\n"),
    );
    expect(html).toContain('src="/assets/copy.js"');
  });

  test("a contract violation is shown with the field, the received value and the expected value", async () => {
    const console = await openConsole();
    const account = await console.mock.account();
    await send(console, account, meetings, { inputs: [{ id: "512001" }, {}], properties: "hs_meeting_title", propertiesWithHistory: [] });
    await send(console, account, `${domains}?limit=x`);
    const text = textOf((await console.look("/console/requests/1")).html);
    expect(text).toContain("2 contract violations The request violated the contract of meetings.batchRead");
    expect(text).toMatch(/inputs\[1\]\.id required Received nothing Expected inputs\[1\]\.id is required Description The record id/);
    expect(text).toMatch(/properties type Received string Expected properties must be an array/);
    expect(text).toContain('Example "512001"');
    expect(textOf((await console.look("/console/requests/2")).html)).toMatch(
      /limit type Received x Expected limit must be an integer Description/,
    );
  });

  test("a violation that the real service accepts is shown as accepted", async () => {
    const console = await openConsole();
    await send(console, await console.mock.account(), meetings, { inputs: [], properties: [] });
    expect(textOf((await console.look("/console?problems=on")).html)).toContain("meetings.batchRead 200 violation, accepted");
    const text = textOf((await console.look("/console/requests/1")).html);
    expect(text).toContain("propertiesWithHistory required The mock accepted this violation, because the real service does.");
  });

  test("a request that matched no operation is shown with alternatives", async () => {
    const console = await openConsole();
    await send(console, undefined, meetings);
    await send(console, undefined, "/nothing/of/ours");
    await send(console, undefined, "/calendar/v1/events");
    await send(console, undefined, "/oauth/authorize");
    const text = async (id: number) => textOf((await console.look(`/console/requests/${id}`)).html);
    expect(await text(1)).toContain(`No operation matches GET ${meetings}. This path supports POST ( meetings.batchRead )`);
    expect(await text(2)).toContain("No operation matches GET /nothing/of/ours. GET /openapi.json lists the operations.");
    expect(await text(3)).toContain("This interface has been sunset");
    expect(await text(4)).toContain("This is the consent page");
    expect(listed((await console.look("/console?problems=on")).html)).toEqual([2, 1]);
  });

  test("a request with an unknown path links to the nearest operation", async () => {
    const { look, mock } = await openConsole();
    await mock.fetch(`${mock.url}/crm/object/2026-03/tickets/901`, { method: "DELETE" });
    const { html } = await look("/console/requests/1");
    expect(textOf(html)).toContain("Did you mean DELETE /crm/objects/2026-03/tickets/{ticketId} ( tickets.archive )?");
    expect(html).toContain('href="/docs/operations/tickets/archive.html"');
  });

  test("a nonexistent request results in a 404", async () => {
    const { look } = await openConsole();
    const { status, html } = await look("/console/requests/7");
    expect([status, textOf(html)]).toEqual([404, expect.stringContaining("The journal has no request with this id.")]);
  });
});

test("a page with a hundred requests and its assets is at most 60 KB when compressed", async () => {
  const mock = await createMock();
  const server = await serveMock({ mock, port: 0 });
  onTestFinished(async () => {
    await server.close();
    await mock.close();
  });
  const account = await mock.account();
  for (let sent = 0; sent < 101; sent += 1) {
    const inputs = Array.from({ length: 20 }, (_, index) => ({ wrong: `${sent} ${index}` }));
    await mock.fetch(mock.url + meetings, {
      method: "POST",
      body: JSON.stringify({ inputs }),
      headers: { authorization: `Bearer ${account.accessToken}` },
    });
  }
  const load = async (path: string): Promise<{ text: string; bytes: number }> => {
    // `fetch` is not used, because it does not show the compressed size.
    const [response] = (await once(get(server.url + path, { headers: { "accept-encoding": "gzip" } }), "response")) as [IncomingMessage];
    expect([path, response.statusCode]).toEqual([path, 200]);
    const body = await buffer(response);
    const isGzip = response.headers["content-encoding"] === "gzip";
    return { text: (isGzip ? gunzipSync(body) : body).toString(), bytes: body.byteLength };
  };
  const page = await load("/console");
  expect(listed(page.text)).toHaveLength(100);
  const files = new Set([...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path));
  expect([...files].sort()).toEqual([
    "/assets/console.css",
    "/assets/icon.svg",
    "/assets/live.js",
    "/assets/style.css",
    "/assets/theme.js",
  ]);
  const sizes = await Promise.all([...files].map(async (path) => (await load(path)).bytes));
  expect(sizes.reduce((sum, size) => sum + size, page.bytes)).toBeLessThan(60_000);
});
