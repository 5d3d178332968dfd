import { expect, test } from "vitest";
import { controlled } from "./controlling.ts";

const wallClock = () => Date.parse("2026-01-01T00:00:00Z");

test("the shared clock is the machine's, until it is frozen, set ahead or moved on", async () => {
  const { control } = await controlled({ wallClock });
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

test("an account goes by the shared clock until it has its own, and again when that is taken away", async () => {
  const { account, control } = await controlled({ wallClock });
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

test("an access token expires by the clock of its account", async () => {
  const { account } = await controlled({ wallClock });
  const one = await account();
  await one.advance(1_799_000);
  expect((await one.call({ path: "/cos-domains/v1/domains" })).status).toBe(200);
  await one.advance(1000);
  expect((await one.call({ path: "/cos-domains/v1/domains" })).body.category).toBe("EXPIRED_AUTHENTICATION");
});

test("in process nobody has to wait for the clock: the next request sees it", async () => {
  const { account, call, mock } = await controlled({ wallClock });
  const { accessToken } = await account();
  mock.clock.advance({ minutes: 20, seconds: 5 });
  mock.clock.advance({ minutes: 10 });
  expect((await call({ path: "/cos-domains/v1/domains", token: accessToken })).status).toBe(401);
  expect(await mock.clock.get()).toMatchObject({ offset: 1_805_000 });
  await expect(mock.clock.freeze("yesterday")).rejects.toThrow("The request is not valid");
  expect(await mock.clock.freeze(new Date(0))).toMatchObject({ now: "1970-01-01T00:00:00Z" });
  expect(() => mock.clock.advance({ minutes: -1 })).toThrow(RangeError);
});

test("an account can be made with a clock of its own", async () => {
  const { control } = await controlled({ wallClock });
  const { body } = await control("POST", "/accounts", { clock: { mode: "frozen", at: "2030-01-01T00:00:00Z" } });
  expect((await control("GET", `/accounts/${body.accountId}/clock`)).body).toMatchObject({ mode: "frozen", now: "2030-01-01T00:00:00Z" });
});

test.each([
  [{}, "mode: mode is required when there is no advance"],
  [{ mode: "frozen", advance: 1 }, "advance: advance must not be given beside mode"],
  [{ mode: "offset", at: 0 }, "at: at must not be given but with the mode frozen"],
  [{ mode: "frozen", offset: 1 }, "offset: offset must not be given but with the mode offset"],
  [{ mode: "shared" }, "mode: mode must be one of frozen, offset"],
  [{ mode: "frozen", at: 9e15 }, "at: at must be a moment"],
])("%j is refused", async (change, problem) => {
  const { refusal } = await controlled();
  expect(await refusal("PUT", "/clock", change)).toEqual({ status: 400, problems: [problem] });
});

test("the clock of an account that does not exist is a 404", async () => {
  const { refusal } = await controlled();
  expect((await refusal("GET", "/accounts/99/clock")).status).toBe(404);
  expect((await refusal("PUT", "/accounts/99/clock", { advance: 1 })).status).toBe(404);
});
