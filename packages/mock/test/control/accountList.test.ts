import { describe, expect, test } from "vitest";
import { databases, kindsOfDatabase } from "../store/stores.ts";
import { type Controlled, controlledMock } from "./controlling.ts";

interface Listed {
  readonly accountId: number;
  readonly apps: readonly { readonly name: string }[];
}

async function pages({ control }: Controlled, limit: number): Promise<number[][]> {
  const found: number[][] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { body } = await control("GET", `/accounts?limit=${limit}&after=${after}`);
    found.push(body.results.map(({ accountId }: Listed) => accountId));
    after = body.paging?.next.after;
  }
  return found;
}

describe.each(kindsOfDatabase)("the account list in %s", (kind) => {
  test("the list contains each account and its apps, without secrets", async () => {
    const { account, control } = await controlledMock({ database: await databases[kind]() });
    const app = { appId: 5, name: "Known", clientId: "client-77", clientSecret: "hush" };
    const one = await account({
      accountId: 77,
      hubDomain: "a.example",
      userId: 9,
      app,
      scopes: ["tickets"],
      redirectUris: ["https://a.example/"],
    });
    const second = await one.installApp({ name: "Second", scopes: [] });
    const { body } = await control("GET", "/accounts");
    expect(body).toEqual({
      results: [
        {
          accountId: 77,
          hubDomain: "a.example",
          userId: 9,
          userEmail: "owner@a.example",
          apps: expect.arrayContaining([
            { appId: 5, name: "Known", clientId: "client-77", redirectUris: ["https://a.example/"], scopes: ["tickets"] },
            { appId: second.app.appId, name: "Second", clientId: second.app.clientId, redirectUris: [], scopes: [] },
          ]),
        },
      ],
    });
    expect(body.results[0].apps).toHaveLength(2);
    const secrets = ["hush", one.accessToken, one.refreshToken, second.app.clientSecret];
    expect(secrets.filter((secret) => JSON.stringify(body).includes(secret))).toEqual([]);
  });

  test("the list is paginated by id, and each page contains the cursor of the next page", async () => {
    const platform = await controlledMock({ database: await databases[kind]() });
    expect(await pages(platform, 2)).toEqual([[]]);
    for (const accountId of [9, 10, 2, 100]) await platform.account({ accountId });
    expect(await pages(platform, 3)).toEqual([[2, 9, 10], [100]]);
    expect(await pages(platform, 2)).toEqual([
      [2, 9],
      [10, 100],
    ]);
  });
});

test("in-process calls return the same pages, and reject a page size that is too large", async () => {
  const { mock, control, rejection } = await controlledMock();
  for (let count = 0; count < 101; count += 1) await mock.account();
  const first = await mock.accounts.list();
  expect(first.results).toHaveLength(100);
  expect(first).toEqual((await control("GET", "/accounts")).body);
  expect((await mock.accounts.list({ ...first.paging?.next })).results).toHaveLength(1);
  expect(await rejection("GET", "/accounts?limit=1001")).toEqual({ status: 400, problems: ["limit: limit must be at most 1000"] });
  await expect(mock.accounts.list({ limit: 0 })).rejects.toThrow("limit must be at least 1");
  await expect(mock.accounts.list({ page: 1 } as never)).rejects.toThrow("page is not a known parameter");
});
