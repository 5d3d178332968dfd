import type { MockOptions } from "@crm-platform/mock";
import { expect, onTestFinished, test, vi } from "vitest";

// The mock warns once per process, and another test file in this process may have already caused the warning.
vi.resetModules();
const { createMock } = await import("@crm-platform/mock");
const { controlledMock: controlled } = await import("../control/controlling.ts");

const day = 86_400_000;
const end = Date.parse("2027-02-16T00:00:00Z");

async function refreshAt(wall: number, options: MockOptions = {}, clock?: object) {
  const { account, call } = await controlled({ wallClock: () => wall, ...options });
  const { refreshToken, app } = await account(clock && { clock });
  const form = { grant_type: "refresh_token", refresh_token: refreshToken, client_id: app.clientId, client_secret: app.clientSecret };
  return call({ path: "/oauth/v1/token", form });
}

// This test must run first, because the mock warns only once per process.
test("in the last 90 days before the end, the mock warns once, unless the clock is frozen or set back, or keepSunsetOperations is set", async () => {
  const warned = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  onTestFinished(() => warned.mockRestore());
  const noticed = end - 90 * day;
  await refreshAt(noticed - 1);
  await refreshAt(noticed, {}, { mode: "frozen", at: "2026-04-20T08:00:00Z" });
  await refreshAt(noticed, {}, { mode: "offset", offset: -day });
  await refreshAt(noticed - 1, {}, { mode: "offset", offset: day });
  await refreshAt(noticed, { keepSunsetOperations: true });
  const { fetch, url } = await createMock({ wallClock: () => noticed });
  await fetch(`${url}/cos-domains/v1/domains`);
  expect(warned).not.toHaveBeenCalled();
  expect((await refreshAt(noticed)).status).toBe(200);
  await refreshAt(noticed);
  await refreshAt(end);
  expect(warned.mock.calls).toEqual([
    [
      "oauthV1.createToken ends on 2027-02-16. From that day on, the mock responds with 410. Freeze the clock, or start the mock with keepSunsetOperations (--keep-sunset-operations).",
      { code: "CRM_PLATFORM_SUNSET" },
    ],
  ]);
});

test("keepSunsetOperations serves an operation after its end, with its deprecation headers", async () => {
  expect((await refreshAt(end)).status).toBe(410);
  const { status, headers, body } = await refreshAt(end + 400 * day, { keepSunsetOperations: true });
  expect([status, body.token_type]).toEqual([200, "bearer"]);
  expect([headers.get("deprecation"), headers.get("sunset")]).toEqual(["@1771200000", "Tue, 16 Feb 2027 00:00:00 GMT"]);
});

test("keepSunsetOperations serves a version after its end, with its deprecation headers", async () => {
  const { account, call } = await controlled({ wallClock: () => Date.parse("2028-01-01T00:00:00Z"), keepSunsetOperations: true });
  const { accessToken } = await account();
  const { status, headers } = await call({ path: "/crm/v3/objects/contacts", token: accessToken });
  expect([status, headers.get("deprecation"), headers.get("sunset")]).toEqual([200, "@1772323200", "Wed, 01 Sep 2027 00:00:00 GMT"]);
});
