import { serveMock } from "@crm-platform/mock";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "../store/freshDatabase.ts";
import { controlledMock } from "./controlling.ts";

const wallClock = () => Date.parse("2026-01-01T00:00:00Z");

test("the shared clock shows the machine's time until it is frozen, offset or advanced", async () => {
  const { control } = await controlledMock({ wallClock });
  const set = async (change: object) => (await control("PUT", "/clock", change)).body;
  expect((await control("GET", "/clock")).body).toEqual({ mode: "offset", offset: 0, now: "2026-01-01T00:00:00Z" });
  expect(await set({ advance: 1500 })).toEqual({ mode: "offset", offset: 1500, now: "2026-01-01T00:00:01.500Z" });
  expect(await set({ mode: "frozen" })).toEqual({ mode: "frozen", at: "2026-01-01T00:00:01.500Z", now: "2026-01-01T00:00:01.500Z" });
  expect(await set({ advance: 500 })).toMatchObject({ mode: "frozen", now: "2026-01-01T00:00:02Z" });
  expect(await set({ mode: "frozen", at: 0 })).toMatchObject({ now: "1970-01-01T00:00:00Z" });
  expect(await set({ mode: "frozen", at: "2027-02-16T01:00:00+01:00" })).toMatchObject({ now: "2027-02-16T00:00:00Z" });
  expect(await set({ mode: "offset", offset: -1000 })).toEqual({ mode: "offset", offset: -1000, now: "2025-12-31T23:59:59Z" });
  expect(await set({ mode: "offset" })).toMatchObject({ offset: 0 });
});

test("an account uses the shared clock unless it has its own clock", async () => {
  const { account, control } = await controlledMock({ wallClock });
  const [one, other] = [await account(), await account()];
  const clockOf = async (id: number) => (await control("GET", `/accounts/${id}/clock`)).body;
  await control("PUT", "/clock", { advance: 1000 });
  expect(await clockOf(one.accountId)).toEqual({ mode: "shared", now: "2026-01-01T00:00:01Z" });
  await one.advance(1000);
  expect(await clockOf(one.accountId)).toEqual({ mode: "offset", offset: 2000, now: "2026-01-01T00:00:02Z" });
  await control("PUT", "/clock", { advance: 5000 });
  expect(await clockOf(one.accountId)).toMatchObject({ now: "2026-01-01T00:00:02Z" });
  expect(await clockOf(other.accountId)).toEqual({ mode: "shared", now: "2026-01-01T00:00:06Z" });
  const { body } = await control("PUT", `/accounts/${one.accountId}/clock`, { mode: "shared" });
  expect(body).toEqual({ mode: "shared", now: "2026-01-01T00:00:06Z" });
});

test("the next request sees an in-process clock change that was not awaited", async () => {
  const { account, call, mock } = await controlledMock({ wallClock });
  const { accessToken } = await account();
  mock.clock.advance({ minutes: 20, seconds: 5 });
  mock.clock.advance({ minutes: 10 });
  expect((await call({ path: "/cos-domains/v1/domains", token: accessToken })).status).toBe(401);
  expect(await mock.clock.get()).toMatchObject({ offset: 1_805_000 });
  await expect(mock.clock.freeze("yesterday")).rejects.toThrow("The request is not valid");
  expect(await mock.clock.freeze(new Date(0))).toMatchObject({ now: "1970-01-01T00:00:00Z" });
});

test("invalid spans are rejected", async () => {
  const { account, mock } = await controlledMock({ wallClock });
  const { accountId } = await account();
  const spans = [{ minute: 31 }, { minutes: 1, hour: undefined }, "31 minutes", [], null, undefined, Number.NaN, -1, {}];
  for (const span of [...spans, { minutes: undefined }, { minutes: "31" }, { minutes: Number.NaN }, { minutes: -1 }]) {
    for (const id of [undefined, accountId]) {
      const error = await mock.clock.advance(span as never, id).catch((reason) => reason);
      expect(error).toMatchObject({
        name: "Rejection",
        category: "VALIDATION_ERROR",
        problems: [
          { message: expect.stringContaining("advance must be a number of milliseconds, at least 0, or an object with the fields days,") },
        ],
      });
      expect(await mock.clock.get(id)).toMatchObject({ now: "2026-01-01T00:00:00Z" });
    }
  }
});

test("the next call to the mock sees a clock change that was not awaited", async () => {
  const { mock } = await controlledMock({ wallClock });
  const { accountId, clock, seed, snapshot } = await mock.account();
  void clock.advance({ hours: 1 });
  expect((await clock.get()).now).toBe("2026-01-01T01:00:00Z");
  void clock.advance({ hours: 1 });
  await seed({ records: { tickets: [{ id: "901" }] } });
  expect((await snapshot()).records?.["tickets"]?.[0]?.createdAt).toBe("2026-01-01T02:00:00Z");
  void mock.clock.advance({ hours: 5 });
  expect((await mock.health()).now).toBe("2026-01-01T05:00:00Z");
  void mock.clock.advance({ hours: 1 });
  const later = await mock.account({ clock: { mode: "frozen" } });
  expect((await later.clock.get()).now).toBe("2026-01-01T06:00:00Z");
  void mock.clock.advance({ hours: 1 });
  await mock.reset();
  expect((await mock.health()).now).toBe("2026-01-01T00:00:00Z");
  await expect(mock.snapshot(accountId)).rejects.toMatchObject({ category: "OBJECT_NOT_FOUND" });
});

test("requests over HTTP to the same process see clock changes that were not awaited", async () => {
  // The test uses Postgres because a change there takes longer than a request, unlike a change in memory.
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  const { mock } = await controlledMock({ database: url });
  const server = await serveMock({ mock, port: 0 });
  for (const path of ["/cos-domains/v1/domains", "/cos-domains/v1/domain%73"]) {
    const { accessToken, clock } = await mock.account();
    const send = async () => (await fetch(server.url + path, { headers: { authorization: `Bearer ${accessToken}` } })).status;
    expect(await send()).toBe(200);
    for (let count = 0; count < 100; count += 1) void clock.advance({ seconds: 20 });
    expect(await send()).toBe(401);
  }
  await server.close();
});

test("a clock can be advanced by milliseconds, by a span of several units, or by zero", async () => {
  const { mock } = await controlledMock({ wallClock });
  await mock.clock.freeze(0);
  expect(await mock.clock.advance(0)).toMatchObject({ now: "1970-01-01T00:00:00Z" });
  expect(await mock.clock.advance({ minutes: 0 })).toMatchObject({ now: "1970-01-01T00:00:00Z" });
  expect(await mock.clock.advance(1500)).toMatchObject({ now: "1970-01-01T00:00:01.500Z" });
  const span = { days: 1, hours: 2, minutes: 3.5, seconds: -10, milliseconds: -1500 };
  expect(await mock.clock.advance(span)).toMatchObject({ now: "1970-01-02T02:03:20Z" });
});

test("a failed clock change that is not awaited causes an unhandled rejection, and does not prevent later changes", async () => {
  const { mock } = await controlledMock({ wallClock });
  const { clock } = await mock.account();
  const errors = await unhandledRejections(async () => {
    void mock.clock.freeze("yesterday");
    void mock.clock.advance({ minute: 1 } as never);
    void clock.advance({ minutes: -1 });
    void mock.clock.advance(1000);
    await mock.settled();
  });
  expect(errors).toMatchObject([{ name: "Rejection" }, { name: "Rejection" }, { name: "Rejection" }]);
  expect(await mock.clock.get()).toMatchObject({ offset: 1000 });
  const handled = await unhandledRejections(async () => {
    await expect(mock.clock.freeze("yesterday")).rejects.toThrow();
    await mock.settled();
  });
  expect(handled).toEqual([]);
});

async function unhandledRejections(run: () => Promise<void>): Promise<unknown[]> {
  const listeners = process.listeners("unhandledRejection");
  const errors: unknown[] = [];
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", (error) => errors.push(error));
  try {
    await run();
    await new Promise(setImmediate);
  } finally {
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners) process.on("unhandledRejection", listener);
  }
  return errors;
}

const range = "a time from 0000-01-01T00:00:00Z to 9999-12-31T23:59:59.999Z";
const yearMs = 31_556_952_000;

test.each([
  [{ mode: "frozen", at: 253_402_300_800_000 }, `at: at must be ${range}`],
  [{ mode: "frozen", at: "9999-12-31T23:59:59-01:00" }, `at: at must be ${range}`],
  [{ mode: "frozen", at: -62_167_219_200_001 }, `at: at must be ${range}`],
  [{ mode: "frozen", at: "0000-01-01T00:00:00+01:00" }, `at: at must be ${range}`],
])("%j is rejected as the time of a clock", async (clock, problem) => {
  const { account, rejection } = await controlledMock({ wallClock });
  const { accountId } = await account();
  const rejected = { status: 400, problems: [problem] };
  expect(await rejection("PUT", "/clock", clock)).toEqual(rejected);
  expect(await rejection("PUT", `/accounts/${accountId}/clock`, clock)).toEqual(rejected);
  expect((await rejection("POST", "/accounts", { clock })).problems).toEqual([`clock.at: clock.at must be ${range}`]);
});

test("a change to a time outside the supported range is rejected and changes nothing", async () => {
  for (const wall of ["2026-01-01T00:00:00Z", "9999-01-01T00:00:00Z", "0001-01-01T00:00:00Z"]) {
    const { account, control, mock, rejection } = await controlledMock({ wallClock: () => Date.parse(wall) });
    const { accountId } = await account();
    const field = wall.startsWith("0001") ? "offset" : "advance";
    const steps = wall.startsWith("2026") ? 8000 : 2;
    const change = (years: number) => (field === "advance" ? { advance: years * yearMs } : { mode: "offset", offset: -years * yearMs });
    for (const path of ["/clock", `/accounts/${accountId}/clock`]) {
      // The loop is necessary because a single change is limited to less than 127 years.
      let count = 0;
      let rejected: unknown;
      while (rejected === undefined && count < steps) {
        const before = (await control("GET", path)).body;
        const response = await mock.fetch(`${mock.url}/__mock/v1${path}`, {
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(change(100)),
        });
        if (response.status !== 200) {
          rejected = await rejection("PUT", path, change(100));
          expect((await control("GET", path)).body).toEqual(before);
        }
        count += 1;
      }
      expect(rejected, `${wall} ${path}`).toEqual({ status: 400, problems: [`${field}: ${field} must result in ${range}`] });
    }
    if (field === "offset") continue;
    const clock = { advance: 4_000_000_000_000 };
    const problems = [`clock.advance: clock.advance must result in ${range}`];
    expect(await rejection("POST", "/accounts", { clock })).toEqual({ status: 400, problems });
  }
});

test.each([
  [{}, "mode: mode is required without advance"],
  [{ mode: "frozen", advance: 1 }, "advance: advance must not be combined with mode"],
  [{ mode: "offset", at: 0 }, "at: at is allowed only with the mode frozen"],
  [{ mode: "frozen", offset: 1 }, "offset: offset is allowed only with the mode offset"],
  [{ mode: "shared" }, "mode: mode must be one of frozen, offset"],
])("%j is rejected", async (change, problem) => {
  const { rejection } = await controlledMock();
  expect(await rejection("PUT", "/clock", change)).toEqual({ status: 400, problems: [problem] });
});

test("a running clock stops at the end of the supported range", async () => {
  let wall = Date.parse("9999-12-31T23:59:58Z");
  const { account, control } = await controlledMock({ wallClock: () => wall });
  const { accountId, call } = await account({ clock: { mode: "offset", offset: 1000 } });
  wall += 60_000;
  for (const path of ["/clock", `/accounts/${accountId}/clock`]) {
    expect((await control("GET", path)).body.now, path).toBe("9999-12-31T23:59:59.999Z");
    expect((await control("PUT", path, { mode: "frozen" })).body.at, path).toBe("9999-12-31T23:59:59.999Z");
  }
  expect((await call({ path: "/events/2026-03/event-definitions", body: { label: "Last" } })).status).not.toBe(500);
  // The journal also contains times of the wall clock.
  expect((await control("GET", "/requests")).body.results).toMatchObject([{ respondedAt: "9999-12-31T23:59:59.999Z" }]);
});

test("if the clock is set to a time before 1970, broadcasts are listed, and days end at midnight", async () => {
  const { account } = await controlledMock();
  const one = await account({ clock: { mode: "frozen", at: "1960-02-03T18:00:00Z" }, rateLimits: true, dailyLimit: 2 });
  const channelGuid = "8d0a4c6e-1f72-4b95-a3d8-5e9c7b2f6014";
  await one.seed({ channels: [{ channelGuid, channelKey: "CompanyPage:4407", type: "CompanyPage", active: true }] });
  const path = "/broadcast/v1/broadcasts";
  expect((await one.call({ path, body: { channelGuid } })).status).toBe(201);
  expect((await one.call({ path })).body).toHaveLength(1);
  const { status, headers } = await one.call({ path });
  expect([status, headers.get("retry-after")]).toEqual([429, String(6 * 3600)]);
});

test.each([
  [
    { mode: "frozen", at: "2026-04-20T08:00:00Z" },
    "The clock is frozen, so the limit does not reset until the clock is advanced by 10 seconds.",
  ],
  [{ mode: "offset", offset: 0 }, "Try again in 10 seconds."],
] as const)("with the clock %j, the message of a 429 says what resets the limit", async (clock, advice) => {
  const { account } = await controlledMock({ wallClock: () => Date.parse("2026-04-20T08:00:00Z") });
  const one = await account({ rateLimits: true, clock });
  for (let count = 0; count < 110; count += 1) await one.call({ path: "/cos-domains/v1/domains" });
  const { status, body } = await one.call({ path: "/cos-domains/v1/domains" });
  expect([status, body.message]).toEqual([429, `More than 110 requests in 10 seconds. ${advice}`]);
});
