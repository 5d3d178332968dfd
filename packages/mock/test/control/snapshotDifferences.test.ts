import { describe, expect, test } from "vitest";
import { databases, kindsOfDatabase } from "../store/stores.ts";
import { controlledMock } from "./controlling.ts";

const frozen = { mode: "frozen", at: "2026-04-20T08:00:00Z" } as const;
const seed = {
  records: {
    contacts: [
      { id: "9", properties: { email: "jonas@larkspur.example", lifecyclestage: "lead" } },
      { id: "10", properties: { email: "mara@larkspur.example" } },
      { id: "11", properties: { email: "ines@larkspur.example" } },
    ],
    companies: [{ id: "5", properties: { name: "Larkspur Bikes" } }],
  },
  associations: [{ from: "contacts/10", to: "companies/5", type: "contact_to_company" }],
};

async function changedAccount(kind: (typeof kindsOfDatabase)[number]) {
  const controlled = await controlledMock({ database: await databases[kind]() });
  const account = await controlled.mock.account({ clock: frozen });
  const call = async (method: string, path: string, body?: unknown) => {
    const { status } = await controlled.call({ method, path, body, token: account.accessToken });
    expect(status).toBeLessThan(300);
  };
  await account.seed(seed);
  await account.snapshots.create("before");
  await call("PATCH", "/crm/objects/2026-03/contacts/9", { properties: { lifecyclestage: "customer", firstname: "Jonas" } });
  await call("DELETE", "/crm/objects/2026-03/contacts/11");
  await call("POST", "/crm/objects/2026-03/companies", { properties: { name: "Fennel Foods" } });
  await call("PUT", "/crm/v4/objects/contacts/9/associations/default/companies/5");
  await call("DELETE", "/crm/v4/objects/contacts/10/associations/companies/5");
  await call("POST", "/crm/lists/2026-03", { name: "Bikes", objectTypeId: "0-1", processingType: "MANUAL" });
  return { ...controlled, account };
}

describe.each(kindsOfDatabase)("the differences from a snapshot in %s", (kind) => {
  test("lists the records, associations and other objects that were created, changed, archived and deleted", async () => {
    const { account, rejection } = await changedAccount(kind);
    const { results, total, hasMore } = await account.snapshots.compare("before");
    expect({ total, hasMore }).toEqual({ total: results.length, hasMore: false });
    const shown = results.map(({ section, objectType, id, change }) => [change, section, objectType, id].filter(Boolean).join(" "));
    const [company] = (await account.snapshot()).records?.["companies"]?.slice(1) ?? [];
    const [list] = (await account.snapshot()).lists ?? [];
    expect(shown).toEqual([
      `created records companies ${company?.id}`,
      "changed records contacts 9",
      "archived records contacts 11",
      "deleted associations contacts/10 companies/5 contact_to_company",
      "created associations contacts/9 companies/5 contact_to_company_unlabeled",
      `created lists ${list?.listId}`,
    ]);
    expect(results.find(({ id }) => id === "9")?.fields).toEqual([
      { name: "firstname", after: "Jonas" },
      { name: "lifecyclestage", before: "lead", after: "customer" },
    ]);
    expect(results.find(({ id }) => id === company?.id)?.fields).toContainEqual({ name: "name", after: "Fennel Foods" });
    expect(await account.snapshots.compare("before", { limit: 2 })).toEqual({ results: results.slice(0, 2), total, hasMore: true });

    await account.snapshots.create("after");
    expect(await account.snapshots.compare("after")).toEqual({ results: [], total: 0, hasMore: false });
    expect(await account.snapshots.compare("before", { to: "after" })).toEqual({ results, total, hasMore });
    const back = await account.snapshots.compare("after", { to: "before" });
    expect(back.results.map(({ id, change }) => `${change} ${id}`)).toContain("restored 11");
    const path = `/accounts/${account.accountId}/snapshots`;
    expect(await rejection("GET", `${path}/nothing/differences`)).toEqual({ status: 404, problems: [] });
    expect(await rejection("GET", `${path}/before/differences?to=nothing`)).toEqual({ status: 404, problems: [] });
    expect((await rejection("GET", `${path}/before/differences?limit=1001`)).status).toBe(400);
  });
});
