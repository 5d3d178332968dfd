import { addDemoAccount, createMock, type Mock } from "@crm-platform/mock";
import { scopes } from "@crm-platform/types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DeclaredOperation, operations, requestNames } from "../document.ts";
import { exampleRequest } from "../exampleRequest.ts";

type Account = Awaited<ReturnType<Mock["account"]>>;

const clock = { mode: "frozen", at: "2026-04-20T08:00:00Z" } as const;

interface World {
  readonly mock: Mock;
  readonly caller: Account;
}

let alone: World;
let besideDemo: World;
let demo: Account;
beforeAll(async () => {
  alone = await world(async () => {});
  besideDemo = await world(async (mock) => {
    demo = await addDemoAccount(mock);
  });
});
afterAll(() => Promise.all([alone.mock.close(), besideDemo.mock.close()]));

const cases = operations
  .filter(({ isSecured: secured }) => secured)
  .flatMap((op) => [undefined, ...requestNames(op)].map((name) => ({ op, name })));

// The examples contain the ids of the demo account.
test.each(cases)("$op.id, example $name: the response does not depend on another account, and does not change it", async ({ op, name }) => {
  const before = await demo.snapshot();
  expect(await call(besideDemo, op, name)).toEqual(await call(alone, op, name));
  expect(await demo.snapshot()).toEqual(before);
});

async function world(prepare: (mock: Mock) => Promise<void>): Promise<World> {
  const mock = await createMock({ idSeed: "apart" });
  await prepare(mock);
  return { mock, caller: await mock.account({ accountId: 7_000_001, clock, scopes: Object.keys(scopes) }) };
}

async function call({ mock, caller }: World, op: DeclaredOperation, example: string | undefined): Promise<unknown> {
  const headers = { authorization: `Bearer ${caller.accessToken}` };
  const request = exampleRequest(op, example === undefined ? { headers } : { example, headers });
  const response = await mock.fetch(request);
  const body = (await response.text()).replace(/"correlationId":"[^"]*"/, "");
  return { status: response.status, body };
}
