import { createMock, type Mock } from "@crm-platform/mock";
import { afterAll, beforeAll, expect, test } from "vitest";

let mock: Mock;
let token: string;
beforeAll(async () => {
  mock = await createMock();
  ({ accessToken: token } = await mock.account());
});
afterAll(() => mock.close());

function send(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return mock.fetch(mock.url + path, { headers: { authorization: `Bearer ${token}`, ...headers } });
}

test("a response is marked as a platform response", async () => {
  const response = await send("/cos-domains/v1/domains");
  expect([response.headers.get("x-mock-source"), await response.json()]).toEqual([
    "state",
    { objects: [], total: 0, limit: 100, offset: 0 },
  ]);
});

test("an error is also marked, and browsers can read the header", async () => {
  for (const path of ["/cos-domains/v1/domains/1", "/nothing", "/calendar/v1", "/cos-domains/v1/domains?limit=x"]) {
    const { headers } = await send(path);
    expect([path, headers.get("x-mock-source")]).toEqual([path, "state"]);
    expect(headers.get("access-control-expose-headers")).toBe("*");
  }
});

test("a preferred example is marked as an example", async () => {
  const response = await send("/cos-domains/v1/domains", { prefer: "code=429, example=daily" });
  expect([response.status, response.headers.get("x-mock-source"), response.headers.get("preference-applied")]).toEqual([
    429,
    "examples",
    "code=429, example=daily",
  ]);
  expect(await response.json()).toMatchObject({ policyName: "DAILY" });
});

test("an unknown preference is ignored", async () => {
  const response = await send("/cos-domains/v1/domains", { prefer: "respond-async" });
  expect([response.status, response.headers.get("x-mock-source")]).toEqual([200, "state"]);
});
