import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestAccount, TestResponse } from "../behavior/platform.ts";
import { type Running, run } from "../behavior/running.ts";

const many = 24;
const numbers = Array.from({ length: many }, (_, index) => index + 1);
const contacts = "/crm/objects/2026-03/contacts";
const companyId = "5201";

describe.each(["in process", "two processes on Postgres"] as const)("%s", (way) => {
  let running: Running;
  beforeAll(async () => {
    running = await run(way);
  });
  afterAll(() => running.close());

  test("concurrent creates and upserts with the same unique value create only one record", async () => {
    const account = await running.platform.account();
    const email = "ines@larkspurbikes.example";
    const responses = await Promise.all(
      numbers.map((number) => {
        const properties = { lastname: `Ferreira ${number}` };
        if (number % 2 === 0) return account.call({ path: contacts, body: { properties: { email, ...properties } } });
        return account.call({ path: `${contacts}/batch/upsert`, body: { inputs: [{ id: email, idProperty: "email", properties }] } });
      }),
    );
    const created = responses.filter(({ status, body }) => status === 201 || body.results?.[0].new);
    expect(created).toHaveLength(1);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([...(created[0]?.status === 201 ? [201] : []), 200, 409]));
    const [contact] = (await account.snapshot()).records.contacts;
    expect(await idsOf(search(account, "email", email))).toEqual([contact.id]);
    const written = responses.filter(({ status }) => status < 300).length;
    expect(contact.properties.lastname).toHaveLength(written);
  });

  // In process, requests are handled in the order in which they arrive, so only their transactions could take turns.
  test.runIf(way !== "in process")("a read and a write are not delayed by many large writes of another account", async () => {
    const [account, other] = [await running.platform.account(), await running.platform.account()];
    await other.seed({ records: { contacts: [{ id: "3101" }] } });
    const words = numbers.map((number) => `word${number}`).join(" ");
    const inputs = Array.from({ length: 100 }, () => ({ properties: { address: words } }));
    let answered = 0;
    const large = numbers.map(async () => {
      const { status } = await account.call({ path: `${contacts}/batch/create`, body: { inputs } });
      // On a slow machine, a write waits longer than ten seconds for the account's other writes.
      expect([201, 503]).toContain(status);
      answered += 1;
    });
    const read = other.call({ path: `${contacts}/3101` });
    const write = other.call({ path: contacts, body: { properties: { lastname: "Ferreira" } } });
    expect([(await read).status, (await write).status]).toEqual([200, 201]);
    expect(answered).toBeLessThan(many);
    await Promise.all(large);
  });

  test("if the labels of a pair are written concurrently, exactly one write takes effect", async () => {
    const account = await running.platform.account();
    await account.seed({ records: { contacts: [{ id: "3101" }], companies: [{ id: companyId }] } });
    const path = "/crm/associations/2026-03/contacts/companies";
    const labels: number[][] = [];
    for (const name of ["a", "b", "c", "d"]) {
      const ids = [];
      for (const one of [`${name}_one`, `${name}_two`]) {
        ids.push((await account.call({ path: `${path}/labels`, body: { name: one, label: one } })).body.results[0].typeId);
      }
      labels.push(ids);
    }
    await Promise.all(
      numbers.map((number) => {
        const types = labels[number % labels.length]?.map((id) => ({ associationCategory: "USER_DEFINED", associationTypeId: id }));
        const inputs = [{ from: { id: "3101" }, to: { id: companyId }, types }];
        return account.call({ path: `${path}/batch/create`, body: { inputs } });
      }),
    );
    const [associated] = (await account.call({ path: `${contacts}/3101/associations/companies` })).body.results;
    const custom = associated.associationTypes.filter(({ category }: { category: string }) => category === "USER_DEFINED");
    expect(labels).toContainEqual(custom.map(({ typeId }: { typeId: number }) => typeId));
  });

  test("a read never returns a partially merged state", async () => {
    const account = await running.platform.account();
    await account.seed({
      records: {
        companies: [{ id: companyId }],
        contacts: numbers.flatMap((number) => [
          { id: remaining(number) },
          { id: merged(number), properties: { firstname: `Jonas ${number}`, company: "Larkspur" } },
        ]),
      },
      associations: numbers.map((number) => ({
        from: `contacts/${merged(number)}`,
        to: `companies/${companyId}`,
        type: "contact_to_company_unlabeled",
      })),
    });
    for (const number of numbers) {
      let isOver = false;
      const seen = watch(account, number, () => isOver);
      const { status } = await merge(account, remaining(number), merged(number));
      isOver = true;
      expect(status).toBe(200);
      expect((await seen).filter((state) => !["before", "after"].includes(state))).toEqual([]);
      expect(await look(account, number)).toEqual(reads.map(() => "after"));
    }
  });

  test("if a record is merged concurrently, exactly one merge succeeds", async () => {
    const account = await running.platform.account();
    const primaries = numbers.map(remaining);
    const value = { firstname: "Jonas", company: "Larkspur" };
    await account.seed({ records: { contacts: [...primaries.map((id) => ({ id })), { id: "900", properties: value }] } });
    const responses = await Promise.all(primaries.map((id) => merge(account, id, "900")));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(many - 1).fill(404)]);
    const winner = responses.find(({ status }) => status === 200)?.body.id;
    expect(await idsOf(search(account, "firstname", "Jonas"))).toEqual([winner]);
    expect((await account.call({ path: `${contacts}/900` })).body.id).toBe(winner);
  });

  test("if the same records are merged concurrently in opposite directions, exactly one merge succeeds", async () => {
    const account = await running.platform.account();
    await account.seed({ records: { contacts: numbers.flatMap((number) => [{ id: remaining(number) }, { id: merged(number) }]) } });
    for (const number of numbers) {
      const [one, other] = [remaining(number), merged(number)];
      const responses = await Promise.all([merge(account, one, other), merge(account, other, one)]);
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
    }
    expect((await account.call({ path: contacts, query: { limit: 100 } })).body.results).toHaveLength(many);
  });
});

function remaining(number: number): string {
  return String(1000 + number);
}

function merged(number: number): string {
  return String(2000 + number);
}

function merge(account: TestAccount, primaryObjectId: string, objectIdToMerge: string): Promise<TestResponse> {
  return account.call({ path: `${contacts}/merge`, body: { primaryObjectId, objectIdToMerge } });
}

function search(account: TestAccount, propertyName: string, value: string): Promise<TestResponse> {
  return account.call({ path: `${contacts}/search`, body: { filterGroups: [{ filters: [{ propertyName, operator: "EQ", value }] }] } });
}

async function idsOf(response: Promise<TestResponse>): Promise<string[]> {
  return (await response).body.results.map(({ id }: { id: string }) => id);
}

/** Reads that show whether a merge has happened. Each returns `before`, `after`, or an unexpected result. */
const reads: readonly ((account: TestAccount, number: number) => Promise<string>)[] = [
  async (account, number) => {
    const query = { properties: "firstname", associations: "companies" };
    const { body } = await account.call({ path: `${contacts}/${remaining(number)}`, query });
    const shown = `${body.properties.firstname} ${body.associations?.companies.results.length ?? 0}`;
    return state(shown, "null 0", `Jonas ${number} 1`);
  },
  async (account, number) => {
    const inputs = [{ id: remaining(number) }, { id: merged(number) }];
    const { body } = await account.call({ path: `${contacts}/batch/read`, body: { inputs, properties: ["firstname"] } });
    const shown = body.results.map(({ id, properties }: { id: string; properties: object }) => [
      id,
      Object.values(properties).includes(`Jonas ${number}`),
    ]);
    return state(String(shown), `${remaining(number)},false,${merged(number)},true`, `${remaining(number)},true`);
  },
  async (account, number) => {
    const path = `/crm/objects/2026-03/companies/${companyId}/associations/contacts`;
    const ids: string[] = (await account.call({ path })).body.results.map(({ toObjectId }: { toObjectId: string }) => toObjectId);
    const shown = [remaining(number), merged(number)].filter((id) => ids.includes(id));
    return state(String(shown), merged(number), remaining(number));
  },
  async (account, number) => {
    const ids = await idsOf(search(account, "firstname", `Jonas ${number}`));
    return state(String(ids), merged(number), remaining(number));
  },
];

function state(shown: string, before: string, after: string): string {
  if (shown === before) return "before";
  return shown === after ? "after" : shown;
}

function look(account: TestAccount, number: number): Promise<string[]> {
  return Promise.all(reads.map((read) => read(account, number)));
}

async function watch(account: TestAccount, number: number, stopped: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  while (!stopped()) seen.push(...(await look(account, number)));
  return seen;
}
