import { expect, test } from "vitest";
import { openConsole, textOf } from "./browser.ts";

async function faulty() {
  const console = await openConsole();
  const account = await console.mock.account();
  const status = async () => {
    const headers = { authorization: `Bearer ${account.accessToken}` };
    return (await console.mock.fetch(`${console.mock.url}/cos-domains/v1/domains`, { headers })).status;
  };
  const add = (fields: Record<string, string>, path = "/console/faults") => console.send(path, { action: "add", ...fields });
  return { ...console, add, account, path: `/console/accounts/${account.accountId}/faults`, status };
}

test("a fault from the form applies to the next call", async () => {
  const { add, look, status } = await faulty();
  expect((await look("/console/faults")).html).toContain("No faults");
  const { status: sent, location } = await add({ effect: "status500", times: "1" });
  expect([sent, location]).toEqual([303, "/console/faults?done=add"]);
  expect(textOf((await look(location)).html)).toMatch(/every operation Responds with 500; the request is not processed 0 0 of 1 active/);
  expect([await status(), await status()]).toEqual([500, 200]);
  expect(textOf((await look("/console/faults")).html)).toMatch(/Responds with 500; the request is not processed 1 1 of 1 ended/);
});

test("the form offers every kind of effect", async () => {
  const { add, mock } = await faulty();
  for (const effect of ["status500", "rateLimit", "latency", "reset", "truncate", "dropResponse"]) await add({ effect });
  expect((await mock.faults.list()).map(({ effect }) => effect)).toEqual([
    { type: "status", status: 500 },
    { type: "rateLimit", policyName: "TEN_SECONDLY_ROLLING", retryAfter: 2 },
    { type: "latency", milliseconds: 2_000 },
    { type: "reset" },
    { type: "truncate" },
    { type: "dropResponse" },
  ]);
  expect(textOf((await add({ effect: "partialFailure", operationId: "tickets.archive" })).html)).toContain(
    "must be an operation with a 207 response, because the effect is partialFailure. Valid operations: associations.batchCreate,",
  );
  await add({ effect: "partialFailure", operationId: "records.batchCreate" });
  expect((await mock.faults.list()).at(-1)?.effect).toEqual({ type: "partialFailure", category: "VALIDATION_ERROR" });
});

test("an account's fault can match only some of the account's calls", async () => {
  const { mock, add, account, path, look } = await faulty();
  await add({ effect: "reset", operationId: "domainsV1.list", nth: "2", probability: "0.5", seed: "s", times: "3" }, path);
  const { accountId } = account;
  expect(await mock.faults.list(accountId)).toMatchObject([
    { match: { accountId, operationId: "domainsV1.list", nth: 2, probability: 0.5, seed: "s" }, times: 3 },
  ]);
  expect(await mock.faults.list()).toEqual([]);
  expect(textOf((await look(path)).html)).toMatch(/domainsV1.list only request 2 with a probability of 0.5 seed “ s ”/);
});

test("invalid input is reported next to its field, and remains in the form", async () => {
  const { mock, add } = await faulty();
  const typed = { effect: "latency", operationId: "domainsV1.get", times: "0", nth: "second", probability: "1.5", seed: "kept" };
  const { status, html } = await add(typed);
  expect(status).toBe(400);
  expect(html).toContain('value="latency" checked=""');
  expect(html).toContain('<option value="domainsV1.get" selected="">');
  expect(html).toMatch(/value="0" [^>]*aria-describedby="add-times-hint add-times-problem" aria-invalid="true"/);
  expect(html).toMatch(/value="second" [^>]*aria-describedby="add-nth-hint add-nth-problem"/);
  expect(html).toMatch(/id="add-probability-problem">It must be at most 1\./);
  expect(html).toMatch(/name="seed" [^>]*value="kept"/);
  expect((await add({ effect: "else" })).status).toBe(400);
  expect(textOf((await add({ effect: "reset", operationId: "domains.gett" })).html)).toContain("Did you mean domains.get?");
  expect((await add({ effect: "reset", seed: "s".repeat(70_000) })).status).toBe(413);
  expect(await mock.faults.list()).toEqual([]);
});

test("a single fault, or all faults on a page, can be deleted", async () => {
  const { mock, send, account, path } = await faulty();
  const one = await mock.faults.add({ effect: { type: "reset" } });
  const ofAccount = await mock.faults.add({ match: { accountId: account.accountId }, effect: { type: "reset" } });
  for (const nth of [1, 2, 3]) await mock.faults.add({ match: { nth }, effect: { type: "reset" } });
  expect((await send("/console/faults", { action: "delete", faultId: one.faultId })).location).toBe("/console/faults?done=delete");
  expect(await mock.faults.list()).toHaveLength(3);
  expect((await send("/console/faults", { action: "clear" })).location).toBe("/console/faults?done=clear");
  expect(await mock.faults.list()).toEqual([]);
  expect(await mock.faults.list(account.accountId)).toEqual([ofAccount]);
  await send(path, { action: "clear" });
  expect(await mock.faults.list(account.accountId)).toEqual([]);
  expect((await send("/console/faults", { action: "delete", faultId: "nothing" })).status).toBe(404);
});

test("the list describes all effects", async () => {
  const { mock, look } = await faulty();
  await mock.faults.add({ effect: { type: "status", status: 418 } });
  await mock.faults.add({ effect: { type: "rateLimit", policyName: "DAILY" } });
  for (const type of ["reset", "truncate", "dropResponse"] as const) await mock.faults.add({ effect: { type } });
  await mock.faults.add({ effect: { type: "latency", milliseconds: 1_500 } });
  const match = { operationId: "records.batchCreate" };
  await mock.faults.add({ match, effect: { type: "partialFailure", category: "LOCKED", indexes: [0, 2], message: "Busy." } });
  await mock.faults.add({ match, effect: { type: "partialFailure", category: "LOCKED", count: 2 } });
  const { html } = await look("/console/faults");
  for (const words of [
    "with 418",
    "Retry-After: 1 and the limit DAILY",
    "Drops the connection",
    "only half",
    "instead of responding",
    "1,500",
    "with the error LOCKED and “Busy.” for inputs 0, 2; the other inputs are processed",
    "with the error LOCKED for the first 2 inputs; the other inputs are processed",
  ]) {
    expect(textOf(html)).toContain(words);
  }
});
