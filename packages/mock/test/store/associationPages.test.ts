import { expect, test } from "vitest";
import type { TestAccount } from "../behavior/platform.ts";
import { controlledMock } from "../control/controlling.ts";
import { watchQueries } from "./queryPlans.ts";

const path = "/crm/v3/associations/companies/tickets/batch/read";

async function companyWith(count: number, archived: readonly [from: number, to: number] = [0, 0]): Promise<TestAccount> {
  const { account } = await controlledMock();
  const one = await account();
  const ids = Array.from({ length: count }, (_, index) => String(1_000 + index));
  const [from, to] = archived;
  const archivedAt = "2026-04-20T08:00:00Z";
  const tickets = ids.map((id, index) => (index >= from && index < to ? { id, archivedAt } : { id }));
  const associations = ids.map((id) => ({ from: "companies/1", to: `tickets/${id}`, type: "company_to_ticket_unlabeled" }));
  await one.seed({ records: { companies: [{ id: "1" }], tickets }, associations });
  return one;
}

test("a page is full even if many records in its range are archived", async () => {
  const one = await companyWith(620, [50, 450]);
  const read = async (after?: string) => {
    const { to, paging } = (await one.call({ path, body: { inputs: [{ id: "1", after }] } })).body.results[0];
    return { ids: to.map((record: { id: string }) => record.id), next: paging?.next.after };
  };
  const first = await read();
  expect([first.ids.length, first.ids[49], first.ids[50], first.next]).toEqual([100, "1049", "1450", "1499"]);
  const second = await read(first.next);
  expect([second.ids.length, second.ids[0], second.next]).toEqual([100, "1500", "1599"]);
  const third = await read(second.next);
  expect([third.ids.length, third.next]).toEqual([20, undefined]);
  expect(await read("1619")).toEqual({ ids: [], next: undefined });
});

test("reading a page costs the same for records with few and with many associations", async () => {
  const watch = watchQueries();
  const [few, many] = [await companyWith(150), await companyWith(3_000)];
  const read = (one: TestAccount) => watch(() => one.call({ path, body: { inputs: [{ id: "1" }] } }));
  const { plans, rows } = await read(many);
  expect({ plans, rows }).toEqual(await read(few));
  // The page consists of a hundred links and a hundred records. Every request also reads a few other rows.
  expect(rows).toBeLessThan(250);
  const key = "account_id=? AND from_type=? AND from_id=? AND type_id=? AND to_id>?";
  expect(plans).toContain(`SEARCH associations USING PRIMARY KEY (${key})`);
  expect(plans).toContain(`SEARCH page USING PRIMARY KEY (${key} AND to_id<?)`);
});
