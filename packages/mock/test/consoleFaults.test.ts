import { describe, expect, test } from "vitest";
import { expectAsText, hostile } from "./consoleHostile.ts";
import { textOf, visits } from "./consoleVisits.ts";

async function faulty() {
  const console = await visits();
  const account = await console.mock.account();
  const status = async () => {
    const headers = { authorization: `Bearer ${account.accessToken}` };
    return (await console.mock.fetch(`${console.mock.url}/cos-domains/v1/domains`, { headers })).status;
  };
  return { ...console, account, path: `/console/accounts/${account.accountId}/faults`, status };
}

describe("the form", () => {
  test("has faults ready that strike the next call", async () => {
    const { send, look, status } = await faulty();
    expect((await look("/console/faults")).html).toContain("No faults are set");
    const { status: sent, location } = await send("/console/faults", { effect: "status500", times: "1" });
    expect([sent, location]).toEqual([303, "/console/faults?done=fault-added"]);
    expect(textOf((await look(location)).html)).toMatch(/every operation Answers 500; the call does nothing 0 0 of 1 set/);
    expect([await status(), await status()]).toEqual([500, 200]);
    expect(textOf((await look("/console/faults")).html)).toMatch(/Answers 500; the call does nothing 1 1 of 1 over/);
  });

  test.each([
    ["status500", { type: "status", status: 500 }],
    ["rateLimit", { type: "rateLimit", policyName: "TEN_SECONDLY_ROLLING", retryAfter: 2 }],
    ["latency", { type: "latency", milliseconds: 2_000 }],
    ["reset", { type: "reset" }],
    ["truncate", { type: "truncate" }],
    ["loseAnswer", { type: "loseAnswer" }],
  ])("sets %s", async (effect, expected) => {
    const { mock, send } = await faulty();
    await send("/console/faults", { effect });
    expect((await mock.faults.list())[0]).toMatchObject({ match: {}, effect: expected });
  });

  test("chooses among the calls", async () => {
    const { mock, send, account, path, look } = await faulty();
    await send(path, { effect: "reset", operationId: "domains.list", nth: "2", probability: "0.5", seed: "s", times: "3" });
    const [fault] = await mock.faults.list(account.accountId);
    expect(fault).toMatchObject({
      match: { accountId: account.accountId, operationId: "domains.list", nth: 2, probability: 0.5, seed: "s" },
      times: 3,
    });
    expect(await mock.faults.list()).toEqual([]);
    expect(textOf((await look(path)).html)).toMatch(/domains.list only call 2 with a probability of 0.5, seed “ s ”/);
  });

  test("tells beside the field what the control API refuses, and keeps what was typed", async () => {
    const { mock, send } = await faulty();
    const { status, html } = await send("/console/faults", {
      effect: "latency",
      operationId: "domains.get",
      times: "0",
      nth: "second",
      probability: "1.5",
      seed: "kept",
    });
    expect(status).toBe(400);
    expect(html).toContain('value="latency" checked=""');
    expect(html).toContain('<option value="domains.get" selected="">');
    expect(html).toMatch(/value="0" id="times" aria-describedby="times-hint times-problem" aria-invalid="true"/);
    expect(html).toMatch(/value="second" id="nth" aria-describedby="nth-hint nth-problem"/);
    expect(html).toMatch(/id="probability-problem">It must be at most 1\./);
    expect(html).toContain('name="seed" autocomplete="off" value="kept"');
    expect((await send("/console/faults", { effect: "else" })).status).toBe(400);
    expect(textOf((await send("/console/faults", { effect: "reset", operationId: "domains.gett" })).html)).toContain(
      "Did you mean domains.get?",
    );
    expectAsText((await send("/console/faults", { effect: "reset", nth: hostile, seed: hostile })).html, 2);
    expect(await mock.faults.list()).toEqual([]);
  });

  test("takes no more than a form has in it", async () => {
    const { send } = await faulty();
    expect((await send("/console/faults", { effect: "reset", seed: "s".repeat(70_000) })).status).toBe(413);
  });
});

describe("the list", () => {
  test("lets go of one fault, and of all", async () => {
    const { mock, send, account, path } = await faulty();
    const one = await mock.faults.add({ effect: { type: "reset" } });
    const ofAccount = await mock.faults.add({ match: { accountId: account.accountId }, effect: { type: "reset" } });
    for (const nth of [1, 2, 3]) await mock.faults.add({ match: { nth }, effect: { type: "reset" } });
    expect((await send("/console/faults/delete", { faultId: one.faultId })).location).toBe("/console/faults?done=fault-deleted");
    expect(await mock.faults.list()).toHaveLength(3);
    expect((await send("/console/faults/clear")).location).toBe("/console/faults?done=faults-cleared");
    expect(await mock.faults.list()).toEqual([]);
    expect(await mock.faults.list(account.accountId)).toEqual([ofAccount]);
    await send(`${path}/clear`);
    expect(await mock.faults.list(account.accountId)).toEqual([]);
    expect((await send("/console/faults/delete", { faultId: hostile })).status).toBe(404);
  });

  test("shows all effects in words, and what came with a fault as text", async () => {
    const { mock, look } = await faulty();
    await mock.faults.add({
      match: { seed: hostile, probability: 0.1 },
      effect: { type: "status", status: 418, category: hostile, message: hostile },
    });
    await mock.faults.add({ effect: { type: "rateLimit", policyName: "DAILY" } });
    for (const type of ["reset", "truncate", "loseAnswer"] as const) await mock.faults.add({ effect: { type } });
    await mock.faults.add({ effect: { type: "latency", milliseconds: 1_500 } });
    const { html } = await look("/console/faults");
    expectAsText(html, 3);
    for (const words of [
      "Answers 418",
      "Retry-After: 1, by the limit DAILY",
      "Resets the connection",
      "in the middle",
      "keeps what it did",
      "1,500",
    ]) {
      expect(textOf(html)).toContain(words);
    }
  });
});
