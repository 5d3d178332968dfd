import { describe, expect, test } from "vitest";
import { expectAsText, hostile } from "./consoleHostile.ts";
import { textOf, visits } from "./consoleVisits.ts";

const wall = Date.parse("2026-04-20T08:00:00Z");

async function clocks() {
  const console = await visits({ wallClock: () => wall });
  const account = await console.mock.account();
  const path = `/console/accounts/${account.accountId}/clock`;
  const status = async () => {
    const headers = { authorization: `Bearer ${account.accessToken}` };
    return (await console.mock.fetch(`${console.mock.url}/cos-domains/v1/domains`, { headers })).status;
  };
  return { ...console, account, path, status };
}

describe("the clock of all accounts", () => {
  test("tells what time it is, and how far that is from the machine", async () => {
    const { mock, look } = await clocks();
    const text = async () => textOf((await look("/console/clock")).html);
    expect(await text()).toContain("2026-04-20 08:00:00 UTC runs It shows the time of the machine.");
    await mock.clock.advance({ days: 1, hours: 6, minutes: 5 });
    expect(await text()).toContain("2026-04-21 14:05:00 UTC runs It is 1 day 6 hours ahead of the machine.");
    await mock.clock.freeze("2026-04-20T07:59:00Z");
    expect(await text()).toContain("stands still It is 1 minute behind the machine.");
  });

  test("moves on, and tokens expire", async () => {
    const { send, look, status } = await clocks();
    expect(await status()).toBe(200);
    const { status: sent, location } = await send("/console/clock", { action: "advance", amount: "30", unit: "minutes" });
    expect([sent, location]).toEqual([303, "/console/clock?done=clock-set"]);
    expect(await status()).toBe(401);
    expect(textOf((await look(location)).html)).toContain("The clock is set.");
  });

  test("stands still, runs on from there, and runs with the machine again", async () => {
    const { mock, send } = await clocks();
    await send("/console/clock", { action: "freeze" });
    expect(await mock.clock.get()).toMatchObject({ mode: "frozen", at: "2026-04-20T08:00:00Z" });
    await send("/console/clock", { action: "freezeAt", at: "2027-01-02T03:04" });
    expect(await mock.clock.get()).toMatchObject({ mode: "frozen", at: "2027-01-02T03:04:00Z" });
    await send("/console/clock", { action: "run" });
    expect(await mock.clock.get()).toMatchObject({ mode: "offset", now: "2027-01-02T03:04:00Z" });
    await send("/console/clock", { action: "offset", amount: "-1.5", unit: "hours" });
    expect(await mock.clock.get()).toMatchObject({ mode: "offset", now: "2026-04-20T06:30:00Z" });
    await send("/console/clock", { action: "offset", amount: "0" });
    expect(await mock.clock.get()).toMatchObject({ mode: "offset", offset: 0 });
  });

  test("refuses what cannot be, beside the field, and keeps what was typed", async () => {
    const { mock, send } = await clocks();
    const before = await mock.clock.get();
    const at = await send("/console/clock", { action: "freezeAt", at: "tomorrow" });
    expect(at.status).toBe(400);
    expect(at.html).toMatch(/value="tomorrow" id="at" aria-describedby="at-hint at-problem" aria-invalid="true"/);
    expect(textOf(at.html)).toContain("It must have the format date-time.");
    const back = await send("/console/clock", { action: "advance", amount: "-5", unit: "days" });
    expect(back.html).toMatch(/value="-5" id="advance" aria-describedby="advance-problem"/);
    expect(back.html).toMatch(/<option value="days" selected="">.*<option value="minutes" selected="">/s);
    expect((await send("/console/clock", { action: "offset", amount: "9e99", unit: "days" })).status).toBe(400);
    expect((await send("/console/clock", { action: "shared" })).status).toBe(400);
    expect((await send("/console/clock", { action: "else" })).status).toBe(400);
    expectAsText((await send("/console/clock", { action: "advance", amount: hostile, unit: hostile })).html, 1);
    expect(await mock.clock.get()).toEqual(before);
  });

  test("is set by no form of another site", async () => {
    const { mock, send } = await clocks();
    const before = await mock.clock.get();
    const { status } = await send("/console/clock", { action: "freeze" }, { origin: "https://elsewhere.example" });
    expect(status).toBe(403);
    expect(await mock.clock.get()).toEqual(before);
  });
});

describe("the clock of an account", () => {
  test("is that of all until it is set, and again after", async () => {
    const { mock, send, look, account, path, status } = await clocks();
    expect(textOf((await look(path)).html)).toContain("goes by the clock of all accounts");
    const { location } = await send(path, { action: "advance", amount: "1", unit: "days" });
    expect(location).toBe(`${path}?done=clock-set`);
    expect(await mock.clock.get(account.accountId)).toMatchObject({ mode: "offset", offset: 86_400_000 });
    expect(await mock.clock.get()).toMatchObject({ mode: "offset", offset: 0 });
    expect(await status()).toBe(401);
    expect((await look(path)).html).toContain(`/console/accounts/${account.accountId}/tokens`);
    await send(path, { action: "shared" });
    expect(await mock.clock.get(account.accountId)).toMatchObject({ mode: "shared" });
    expect(await status()).toBe(200);
  });

  test("is nobody's when there is no such account", async () => {
    const { look, send } = await clocks();
    expect((await look("/console/accounts/1/clock")).status).toBe(404);
    expect((await send("/console/accounts/1/clock", { action: "freeze" })).status).toBe(404);
  });
});
