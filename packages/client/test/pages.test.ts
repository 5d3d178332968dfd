import { type CrmPlatformClient, createClient, ParseError, WindowError } from "@crm-platform/client";
import { createMock, type Mock } from "@crm-platform/mock";
import { describe, expect, test, vi } from "vitest";
import { recording } from "./recording.ts";
import { failureOf, fakeTime } from "./service.ts";

const numbers = (count: number, from = 1): string[] => Array.from({ length: count }, (_, index) => String(index + from));

async function setting(): Promise<{ mock: Mock; client: CrmPlatformClient; requests(operationId: string): Promise<number> }> {
  const mock = await createMock();
  const account = await mock.account();
  await account.seed({
    domains: numbers(25).map((id) => ({ id, domain: `d${id}.example` })),
    pages: numbers(25).map((id) => ({ id: Number(id), name: `Page ${id}` })),
    records: { contacts: [{ id: "1" }, { id: "2" }, { id: "3" }], tickets: numbers(250).map((id) => ({ id })) },
    associations: [
      ...numbers(250).map((id) => ({ from: "contacts/1", to: `tickets/${id}`, type: "contact_to_ticket" })),
      ...numbers(120).map((id) => ({ from: "contacts/2", to: `tickets/${id}`, type: "contact_to_ticket" })),
    ],
  });
  const client = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken: account.accessToken });
  return { mock, client, requests: async (operationId) => (await mock.requests.list({ operationId })).length };
}

const shapes = [
  {
    operationId: "domainsV1.list",
    start: (client: CrmPlatformClient, next?: object) => client.domainsV1.list(next ?? { limit: 10 }),
    idOf: (item: unknown) => (item as { id: string }).id,
    ids: numbers(25),
    sizes: [10, 10, 5],
  },
  {
    operationId: "pages.list",
    start: (client: CrmPlatformClient, next?: object) => client.pages.list(next ?? { limit: 10, order_by: "name" }),
    idOf: (item: unknown) => String((item as { id: number }).id),
    ids: numbers(25).sort((one, other) => `Page ${one}`.localeCompare(`Page ${other}`)),
    sizes: [10, 10, 5],
  },
  {
    operationId: "records.list",
    start: (client: CrmPlatformClient, next?: object) => client.records.list("tickets", next ?? { limit: 100 }),
    idOf: (item: unknown) => (item as { id: string }).id,
    ids: numbers(250),
    sizes: [100, 100, 50],
  },
  {
    operationId: "associationsV1.list",
    start: (client: CrmPlatformClient, next?: object) => client.associationsV1.list(1, 15, next ?? { limit: 100 }),
    idOf: (item: unknown) => String(item),
    ids: numbers(250),
    sizes: [100, 100, 50],
  },
  {
    operationId: "associationsV3.batchRead",
    start: (client: CrmPlatformClient, next?: object) =>
      client.associationsV3.batchRead("contacts", "tickets", (next as undefined) ?? { inputs: [{ id: "1" }, { id: "2" }, { id: "3" }] }),
    idOf: (item: unknown) => {
      const { from, to } = item as { from: { id: string }; to: { id: string } };
      return `${from.id}-${to.id}`;
    },
    ids: [...numbers(250).map((id) => `1-${id}`), ...numbers(120).map((id) => `2-${id}`)],
    sizes: [200, 120, 50],
  },
];

const sorted = (ids: readonly string[]): string[] => [...ids].sort();

describe.each(shapes)("$operationId", ({ operationId, start, idOf, ids, sizes }) => {
  test("iterates over items", async () => {
    const { client, requests } = await setting();
    const seen: string[] = [];
    for await (const item of start(client)) seen.push(idOf(item));
    expect(sorted(seen)).toEqual(sorted(ids));
    expect(await requests(operationId)).toBe(3);
  });

  test("iterates over pages, and the last page has no next", async () => {
    const { client } = await setting();
    const pages: { size: number; hasNext: boolean; status: number }[] = [];
    for await (const { items, next, data, response } of start(client).pages()) {
      expect(data).toBeTypeOf("object");
      pages.push({ size: items.length, hasNext: next !== undefined, status: response.status });
    }
    expect(pages.map(({ size }) => size)).toEqual(sizes);
    expect(pages.map(({ hasNext }) => hasNext)).toEqual([true, true, false]);
    expect(pages.every(({ status }) => status === 200 || status === 207)).toBe(true);
  });

  test("resumes from the first page's next after a round trip through JSON", async () => {
    const { client } = await setting();
    const first = await start(client).pages().next();
    if (first.done) throw new Error("no page");
    const kept: object = JSON.parse(JSON.stringify(first.value.next));
    const rest: unknown[] = await start(client, kept).toArray();
    expect(rest).toHaveLength(ids.length - (sizes[0] as number));
    expect(sorted([...first.value.items, ...rest].map(idOf))).toEqual(sorted(ids));
  });

  test.each([
    { limit: 0, pages: 0 },
    { limit: 1, pages: 1 },
    { limit: sizes[0] as number, pages: 1 },
    { limit: (sizes[0] as number) + 1, pages: 2 },
    { limit: 1000, pages: 3 },
    { limit: undefined, pages: 3 },
  ])("toArray with limit $limit requests $pages pages", async ({ limit, pages }) => {
    const { client, requests } = await setting();
    const list: unknown[] = await start(client).toArray(limit === undefined ? {} : { limit });
    expect(list).toHaveLength(Math.min(limit ?? ids.length, ids.length));
    expect(await requests(operationId)).toBe(pages);
  });

  test("sends no request before the loop starts or after it exits", async () => {
    const { client, requests } = await setting();
    const call = start(client);
    expect(await requests(operationId)).toBe(0);
    for await (const _ of call) break;
    await new Promise(setImmediate);
    expect(await requests(operationId)).toBe(1);
  });

  test("awaiting the call requests the first page only once", async () => {
    const { client, requests } = await setting();
    const call = start(client);
    expect(await call).toBe(await call);
    expect(await requests(operationId)).toBe(1);
  });
});

test("splits inputs into several requests, and reads a duplicate id once", async () => {
  const { client, requests } = await setting();
  const none = numbers(1500, 10_000).map((id) => ({ id }));
  const inputs = [{ id: "1" }, ...none, { id: "1" }];
  const items = await client.associationsV3.batchRead("contacts", "tickets", { inputs }).toArray();
  const ids = items.map(({ to }) => to.id);
  expect(sorted(ids)).toEqual(sorted(numbers(250)));
  expect(await requests("associationsV3.batchRead")).toBe(3);
});

describe("a pagination loop causes a ParseError, and no item is yielded twice", () => {
  test("a cursor that does not change causes a ParseError", async () => {
    const { requests, fetch } = recording(() => Response.json([{ results: [7], hasMore: true, offset: 5 }]));
    const list = createClient({ fetch }).associationsV1.list(1, 15, { offset: 5 });
    const seen: number[] = [];
    const read = async (): Promise<void> => {
      for await (const id of list) seen.push(id);
    };
    const error = await failureOf(read());
    expect(error).toBeInstanceOf(ParseError);
    expect(error).toMatchObject({ status: 200, operationId: "associationsV1.list" });
    expect(seen).toEqual([7]);
    expect(requests).toHaveLength(2);
  });

  test("two alternating cursors cause a ParseError", async () => {
    const { requests, fetch } = recording((_, nth) => Response.json([{ results: [nth], hasMore: true, offset: nth % 2 }]));
    expect((await failureOf(createClient({ fetch }).associationsV1.list(1, 15).toArray())).name).toBe("ParseError");
    expect(requests.length).toBeLessThanOrEqual(3);
  });

  test("a repeated cursor for an input causes a ParseError", async () => {
    const result = { from: { id: "1" }, to: [{ id: "2" }], paging: { next: { after: "again" } } };
    const { requests, fetch } = recording(() => Response.json({ status: "COMPLETE", results: [result] }));
    const { associationsV3 } = createClient({ fetch });
    const read = associationsV3.batchRead("contacts", "tickets", { inputs: [{ id: "1" }] }).toArray();
    expect((await failureOf(read)).name).toBe("ParseError");
    expect(requests).toHaveLength(2);
  });

  test.each(["domainsV1", "pages"] as const)("a service that ignores the offset causes a ParseError: %s", async (area) => {
    const { requests, fetch } = recording(() => Response.json({ objects: [{ id: 1 }], total: 1e15, total_count: 1e15 }));
    expect((await failureOf(createClient({ fetch })[area].list().toArray())).name).toBe("ParseError");
    expect(requests).toHaveLength(2);
  });

  test("pages by offset end at the total, even if they overlap because the list changed", async () => {
    const { requests, fetch } = recording((_, nth) => Response.json({ objects: [{ id: nth }, { id: nth + 1 }], total: 9 }));
    expect(await createClient({ fetch }).domainsV1.list({ limit: 2 }).toArray()).toHaveLength(10);
    expect(requests).toHaveLength(5);
  });

  test("a loop of any length causes a ParseError", async () => {
    const { requests, fetch } = recording((_, nth) => Response.json([{ results: [nth], hasMore: true, offset: nth % 100 }]));
    expect((await failureOf(createClient({ fetch }).associationsV1.list(1, 15).toArray())).name).toBe("ParseError");
    expect(requests.length).toBeLessThan(300);
  });

  test("an empty page ends a list that never reaches its total", async () => {
    const { requests, fetch } = recording((_, nth) => Response.json({ objects: nth === 1 ? [{ id: "1" }] : [], total: 99 }));
    expect(await createClient({ fetch }).domainsV1.list().toArray()).toEqual([{ id: "1" }]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(["", "?offset=1"]);
  });
});

describe("a success response that does not match the document is a ParseError", () => {
  const bodies = [{}, null, "maintenance", [], { objects: [{ id: "1" }] }, { objects: null, total: 1 }, { objects: [{}], total: "many" }];
  test.each(bodies)("domains: %j", async (body) => {
    const { fetch } = recording(() => Response.json(body));
    expect(await failureOf(createClient({ fetch }).domainsV1.list().toArray())).toMatchObject({ name: "ParseError", status: 200 });
  });

  test.each([{}, null, [{}], [{ results: {} }]])("associations v1: %j", async (body) => {
    const { fetch } = recording(() => Response.json(body));
    expect((await failureOf(createClient({ fetch }).associationsV1.list(1, 15).toArray())).name).toBe("ParseError");
  });
});

describe("a search that finds more records than the service returns", () => {
  /** @param last the cursor at the end of the window */
  const search = (total: number, { last }: { last?: string | undefined } = {}) => {
    const { requests, fetch } = recording((_, nth) => {
      const results = numbers(100, nth * 100).map((id) => ({ id }));
      const next = nth === 1 ? "9900" : last;
      return Response.json({ total, results, ...(next !== undefined && { paging: { next: { after: next } } }) });
    });
    const call = createClient({ fetch }).records.search("contacts", { after: "9800", limit: 100 });
    return { requests, call };
  };
  const message =
    "Only the first 10,000 of 10,050 results can be read: POST /crm/objects/2026-03/{objectType}/search: " +
    "to read the rest, sort by hs_object_id, and call again with a filter for values of hs_object_id greater than the last one";

  test("the mock returns 10,000 records, and an iteration says how to read the others", async () => {
    const mock = await createMock();
    const account = await mock.account();
    await account.seed({ records: { contacts: numbers(10_050).map((id) => ({ id })) } });
    const { records } = createClient({ baseUrl: mock.url, fetch: mock.fetch, accessToken: account.accessToken });
    const last = { sorts: [{ propertyName: "hs_object_id", direction: "ASCENDING" as const }], limit: 200 };
    let greatest = "";
    const read = async (): Promise<void> => {
      for await (const { id } of records.search("contacts", { ...last, after: "9800" })) greatest = id;
    };
    expect((await failureOf(read())).message).toBe(message);
    const filters = [{ propertyName: "hs_object_id", operator: "GT" as const, value: greatest }];
    expect(await records.search("contacts", { ...last, filterGroups: [{ filters }] }).toArray()).toHaveLength(50);
  });

  test.each([{ last: undefined }, { last: "10000" }])("items, pages and toArray() end with an error; cursor: $last", async (options) => {
    const seen: string[] = [];
    const items = async (): Promise<void> => {
      for await (const { id } of search(10_050, options).call) seen.push(id);
    };
    const pages = async (): Promise<void> => {
      for await (const { next } of search(10_050, options).call.pages()) seen.push(String(next?.after));
    };
    const list = () => search(10_050, options).call.toArray();
    const longList = () => search(10_050, options).call.toArray({ limit: 201 });
    for (const run of [items, pages, list, longList]) {
      const error = await failureOf(run());
      expect(error).toBeInstanceOf(WindowError);
      expect(error).toMatchObject({ name: "WindowError", status: 200, operationId: "records.search", message });
    }
    expect(seen.slice(200)).toEqual(["9900", "undefined"]);
  });

  test("a search that finds exactly as many records as the service returns does not cause an error", async () => {
    expect(await search(10_000).call.toArray()).toHaveLength(200);
  });

  test("without a total, the service decides whether there is another page", async () => {
    const { requests, call } = search(undefined as never, { last: "10000" });
    expect((await failureOf(call.toArray())).message).toContain("repeated page");
    expect(requests).toHaveLength(3);
  });

  test("a limit within the window does not cause an error", async () => {
    expect(await search(10_050).call.toArray({ limit: 200 })).toHaveLength(200);
  });

  test.each([-1, 1.5, Number.NaN, "5"])("toArray rejects the limit %s", async (limit) => {
    const { requests, call } = search(10_050);
    await expect(call.toArray({ limit: limit as number })).rejects.toThrow(/^limit must be a whole number of at least 0; received /);
    expect(requests).toEqual([]);
  });
});

describe("the deadline", () => {
  const slow = () =>
    recording((_, nth) => {
      vi.advanceTimersByTime(40);
      return Response.json({ objects: [{ id: String(nth) }], total: 20 });
    });

  test.each([
    { whose: "the client's", options: { deadlineMs: 150 }, call: {} },
    { whose: "the call's", options: {}, call: { deadlineMs: 150 } },
  ])("$whose deadline applies to toArray as a whole", async ({ options, call }) => {
    fakeTime();
    const { requests, fetch } = slow();
    const list = createClient({ fetch, ...options }).domainsV1.list({ limit: 1 }, call);
    expect((await failureOf(list.toArray())).name).toBe("TimeoutError");
    expect(requests).toHaveLength(4);
  });

  test("the deadline applies to each page of an iteration", async () => {
    fakeTime();
    const { fetch } = slow();
    let count = 0;
    for await (const _ of createClient({ fetch, deadlineMs: 300 }).domainsV1.list({ limit: 1 })) count += 1;
    expect(count).toBe(20);
  });
});

test("a page contains the errors from a 207", async () => {
  const { client } = await setting();
  const { value: page } = await client.associationsV3
    .batchRead("contacts", "tickets", { inputs: [{ id: "3" }] })
    .pages()
    .next();
  expect(page).toMatchObject({ items: [], errors: [expect.anything()] });
  expect(JSON.stringify(page)).toContain('"3"');
});
