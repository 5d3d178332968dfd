import { expect, test } from "vitest";
import { controlledMock } from "../control/controlling.ts";
import { watchQueries } from "./queryPlans.ts";

test("the cost of a write does not depend on the number of defined properties", async () => {
  const watch = watchQueries();
  const { account } = await controlledMock();
  const rowsOfWrites = async (count: number) => {
    const one = await account();
    const values = Object.fromEntries(Array.from({ length: count }, (_, index) => [`text${index}`, "x"]));
    await one.seed({
      profile: { uncheckedValues: true },
      records: { contacts: [{ id: "1", properties: values }], companies: [{ id: "1", properties: values }] },
    });
    const inputs = ["a", "b"].map((trace) => ({ objectWriteTraceId: trace, properties: { text0: trace } }));
    const { rows } = await watch(async () => {
      const created = await one.call({ path: "/crm/objects/2026-03/contacts", body: { properties: { text0: "y" } } });
      const batch = await one.call({ path: "/crm/objects/2026-03/contacts/batch/create", body: { inputs } });
      expect([created.status, batch.status]).toEqual([201, 201]);
    });
    return rows;
  };
  expect(await rowsOfWrites(300)).toBe(await rowsOfWrites(1));
});
