import { expect, test } from "vitest";
import { openConsole, textOf } from "./browser.ts";

const wall = Date.parse("2026-04-20T08:00:00Z");

async function clocks() {
  const console = await openConsole({ wallClock: () => wall });
  const account = await console.mock.account();
  const status = async () => {
    const headers = { authorization: `Bearer ${account.accessToken}` };
    return (await console.mock.fetch(`${console.mock.url}/cos-domains/v1/domains`, { headers })).status;
  };
  return { ...console, account, path: `/console/accounts/${account.accountId}/clock`, status };
}

test("the page shows the time and its difference from the machine's time", async () => {
  const { mock, look } = await clocks();
  const text = async () => textOf((await look("/console/clock")).html);
  expect(await text()).toContain("2026-04-20 08:00:00 UTC running Same as the machine’s time.");
  await mock.clock.advance({ days: 1, hours: 6, minutes: 5 });
  expect(await text()).toContain("2026-04-21 14:05:00 UTC running 1 day 6 hours ahead of the machine.");
  await mock.clock.freeze("2026-04-20T07:59:00Z");
  expect(await text()).toContain("frozen 1 minute behind the machine.");
});

test("the shared clock is advanced, frozen, resumed and reset", async () => {
  const { mock, send, look, status } = await clocks();
  expect(await status()).toBe(200);
  const advanced = await send("/console/clock", { action: "advance", amount: "30", unit: "minutes" });
  expect([advanced.status, advanced.location]).toEqual([303, "/console/clock?done=advance"]);
  expect(textOf((await look(advanced.location)).html)).toContain("The clock was set.");
  expect(await status()).toBe(401);
  await send("/console/clock", { action: "freeze" });
  expect(await mock.clock.get()).toMatchObject({ mode: "frozen", at: "2026-04-20T08:30:00Z" });
  await send("/console/clock", { action: "freezeAt", at: "2027-01-02T03:04" });
  expect(await mock.clock.get()).toMatchObject({ mode: "frozen", at: "2027-01-02T03:04:00Z" });
  await send("/console/clock", { action: "resume" });
  expect(await mock.clock.get()).toMatchObject({ mode: "offset", now: "2027-01-02T03:04:00Z" });
  await send("/console/clock", { action: "offset", amount: "-1.5", unit: "hours" });
  expect(await mock.clock.get()).toMatchObject({ mode: "offset", now: "2026-04-20T06:30:00Z" });
  await send("/console/clock", { action: "reset" });
  expect(await mock.clock.get()).toMatchObject({ mode: "offset", offset: 0 });
});

test("invalid input is reported next to its field, and remains in the form", async () => {
  const { mock, send } = await clocks();
  const before = await mock.clock.get();
  const at = await send("/console/clock", { action: "freezeAt", at: "tomorrow" });
  expect(at.status).toBe(400);
  expect(at.html).toMatch(/value="tomorrow" [^>]*aria-describedby="freezeAt-at-hint freezeAt-at-problem" aria-invalid="true"/);
  expect(textOf(at.html)).toContain("It must be a time in ISO 8601 format, for example 2026-04-20T08:00:00Z.");
  const back = await send("/console/clock", { action: "advance", amount: "-5", unit: "days" });
  expect(back.html).toMatch(/value="-5" [^>]*aria-describedby="advance-amount-problem"/);
  expect(back.html).toMatch(/<option value="days" selected="">.*<option value="minutes" selected="">/s);
  for (const wrong of [
    { action: "offset", amount: "9e99", unit: "days" },
    { action: "offset", amount: "1", unit: "toString" },
    { action: "shared" },
    { action: "else" },
    { action: "constructor" },
  ]) {
    expect((await send("/console/clock", wrong)).status).toBe(400);
  }
  expect((await send("/console/clock", { action: "freeze" }, { origin: "https://elsewhere.example" })).status).toBe(403);
  expect(await mock.clock.get()).toEqual(before);
});

test("an account uses the shared clock until its own clock is set, and can return to the shared clock", async () => {
  const { mock, send, look, account, path, status } = await clocks();
  expect(textOf((await look(path)).html)).toContain("shared clock");
  const { location } = await send(path, { action: "advance", amount: "1", unit: "days" });
  expect(location).toBe(`${path}?done=advance`);
  expect(await mock.clock.get(account.accountId)).toMatchObject({ mode: "offset", offset: 86_400_000 });
  expect(await mock.clock.get()).toMatchObject({ mode: "offset", offset: 0 });
  expect(await status()).toBe(401);
  expect((await look(path)).html).toContain(`/console/accounts/${account.accountId}/tokens`);
  await send(path, { action: "shared" });
  expect(await mock.clock.get(account.accountId)).toMatchObject({ mode: "shared" });
  expect(await status()).toBe(200);
  expect((await look("/console/accounts/1/clock")).status).toBe(404);
  expect((await send("/console/accounts/1/clock", { action: "freeze" })).status).toBe(404);
});
