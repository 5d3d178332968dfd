import { type Mock, serveMock } from "@crm-platform/mock";
import { expect, onTestFinished, test, vi } from "vitest";
import { openConsole } from "./browser.ts";

interface Event {
  readonly id: number;
  readonly name: string;
  readonly data: string;
}

interface Stream {
  readonly response: Response;
  next(count: number): Promise<Event[]>;
  rest(): Promise<Event[]>;
  leave(): void;
}

async function follow(url: string, fetcher: Mock["fetch"], headers: Record<string, string> = {}): Promise<Stream> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetcher(url, { headers, signal: leaving.signal });
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  let events: Event[] = [];
  return { response, next, rest, leave: () => leaving.abort() };

  async function next(count: number): Promise<Event[]> {
    while (events.length < count && (await read())) {}
    const found = events.slice(0, count);
    events = events.slice(count);
    return found;
  }

  async function rest(): Promise<Event[]> {
    while (await read()) {}
    return events;
  }

  async function read(): Promise<boolean> {
    const { done, value = "" } = await reader.read();
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    events.push(...blocks.filter((block) => block.includes("data:")).map(eventOf));
    return !done;
  }
}

function eventOf(block: string): Event {
  const field = (name: string) => block.split("\n").flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []));
  return { id: Number(field("id")[0]), name: field("event")[0] ?? "", data: field("data").join("\n") };
}

async function opened() {
  const { mock } = await openConsole();
  const account = await mock.account();
  const url = `${mock.url}/console/events`;
  return { mock, account, url, send };

  function send(query = "", { accessToken } = account): Promise<Response> {
    return mock.fetch(`${mock.url}/cos-domains/v1/domains${query}`, { headers: { authorization: `Bearer ${accessToken}` } });
  }
}

const ids = (events: readonly Event[]) => events.map(({ id }) => id);

test("a request has the same row in the stream and in the list", async () => {
  const { mock, url, send } = await opened();
  const { response, next } = await follow(url, mock.fetch);
  expect([response.status, response.headers.get("content-type"), response.headers.get("content-encoding")]).toEqual([
    200,
    "text/event-stream",
    null,
  ]);
  await send();
  const [event] = await next(1);
  expect(event).toMatchObject({ id: 1, name: "request" });
  const row = event?.data ?? "";
  expect(row).toMatch(/^<tr>.*<\/tr>$/);
  expect(await (await mock.fetch(`${mock.url}/console`)).text()).toContain(row);
});

test("the stream starts after the last entry of the page or, after a reconnect, after the last event", async () => {
  const { mock, url, send } = await opened();
  for (let sent = 0; sent < 5; sent += 1) await send();
  const first = await follow(`${url}?after=3`, mock.fetch);
  expect(ids(await first.next(2))).toEqual([4, 5]);
  first.leave();
  await send();
  const again = await follow(`${url}?after=3`, mock.fetch, { "last-event-id": "5" });
  expect(ids(await again.next(1))).toEqual([6]);
  await send();
  expect(ids(await again.next(1))).toEqual([7]);
});

test("the stream contains only requests that match the page's filter", async () => {
  const { mock, url, send, account } = await opened();
  const other = await mock.account();
  const [ofOther, wrong, none] = await Promise.all([
    follow(`${url}?account=${other.accountId}`, mock.fetch),
    follow(`${url}?problems=on&status=4XX&operation=domainsV1.list&account=${account.accountId}`, mock.fetch),
    follow(`${url}?operation=tickets.archive`, mock.fetch),
  ]);
  await send();
  await send("", other);
  await send("?limit=x");
  expect(ids(await ofOther.next(1))).toEqual([2]);
  expect(ids(await wrong.next(1))).toEqual([3]);
  await mock.fetch(`${mock.url}/crm/objects/2026-03/tickets/901`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${account.accessToken}` },
  });
  expect(ids(await none.next(1))).toEqual([4]);
});

test("an invalid filter is rejected with an error status", async () => {
  const { mock, url } = await opened();
  expect((await mock.fetch(`${url}?status=teapot`)).status).toBe(400);
  expect((await mock.fetch(`${url}?account=1`)).status).toBe(404);
});

test("after a reconnect, the stream contains at most as many earlier requests as fit on a page", async () => {
  const { mock, url, send } = await opened();
  for (let sent = 0; sent < 520; sent += 1) await send();
  const { next } = await follow(url, mock.fetch, { "last-event-id": "1" });
  const events = ids(await next(500));
  expect([events[0], events.at(-1)]).toEqual([21, 520]);
});

test("with an invalid event id, the stream starts from the beginning", async () => {
  const { mock, url, send } = await opened();
  await send();
  const { next } = await follow(`${url}?after=x`, mock.fetch, { "last-event-id": "1e99" });
  expect(ids(await next(1))).toEqual([1]);
});

test("the stream continues after a reset", async () => {
  const { mock, url, send } = await opened();
  await send();
  await send();
  const { next } = await follow(url, mock.fetch);
  expect(ids(await next(2))).toEqual([1, 2]);
  await mock.reset();
  const account = await mock.account();
  await send("", account);
  expect(ids(await next(1))).toEqual([1]);
});

test("deleting an account ends its stream", async () => {
  const { mock, url, account } = await opened();
  const { rest } = await follow(`${url}?account=${account.accountId}`, mock.fetch);
  await mock.deleteAccount(account.accountId);
  await mock.fetch(`${mock.url}/nothing`);
  expect(await rest()).toEqual([]);
  expect((await mock.fetch(`${url}?account=${account.accountId}`)).status).toBe(404);
});

test("closing the mock ends the stream", async () => {
  const { mock, url } = await opened();
  const { rest } = await follow(url, mock.fetch);
  await mock.close();
  expect(await rest()).toEqual([]);
});

test("over HTTP, clients can disconnect, and closing the server ends the streams immediately", async () => {
  const { mock, send } = await opened();
  const server = await serveMock({ mock, port: 0, drainMs: 60_000 });
  const url = `${server.url}/console/events`;
  const [stays, leaves] = await Promise.all([follow(url, fetch as Mock["fetch"]), follow(url, fetch as Mock["fetch"])]);
  await send();
  expect(ids(await stays.next(1))).toEqual([1]);
  expect(ids(await leaves.next(1))).toEqual([1]);
  leaves.leave();
  await send();
  expect(ids(await stays.next(1))).toEqual([2]);
  const [rest] = await Promise.all([stays.rest(), server.close()]);
  expect(rest).toEqual([]);
});

test("the 33rd live page is rejected until another live page is closed", async () => {
  const { mock } = await opened();
  const server = await serveMock({ mock, port: 0 });
  onTestFinished(() => server.close());
  const url = `${server.url}/console/events`;
  const streams = await Promise.all(Array.from({ length: 32 }, () => follow(url, fetch as Mock["fetch"])));
  const rejected = await fetch(url);
  expect([rejected.status, rejected.headers.get("retry-after")]).toEqual([503, "10"]);
  expect(await rejected.text()).toContain("32 pages already follow the requests of this mock");
  streams[0]?.leave();
  await expect
    .poll(async () => {
      const { response, leave } = await follow(url, fetch as Mock["fetch"]);
      leave();
      return response.status;
    })
    .toBe(200);
});

test("a HEAD request starts no timer", async () => {
  const { mock } = await openConsole();
  const url = `${mock.url}/console/events`;
  const timers = vi.spyOn(globalThis, "setInterval");
  onTestFinished(() => timers.mockRestore());
  const response = await mock.fetch(url, { method: "HEAD" });
  expect([response.status, response.headers.get("content-type"), response.body]).toEqual([200, "text/event-stream", null]);
  expect(timers).not.toHaveBeenCalled();
  await follow(url, mock.fetch);
  expect(timers).toHaveBeenCalledOnce();
});
