import type { TestAccount, TestResponse } from "../platform.ts";

export const labelId = 1201;

export const withLabel = {
  associationLabels: [
    {
      id: labelId,
      name: "billing_contact",
      label: "Billing contact",
      from: "contacts",
      to: "companies",
      inverse: { id: 1202, name: "billing_contact_of", label: "Billing contact of" },
    },
  ],
};

export function spec(id: number): { associationCategory: string; associationTypeId: number } {
  return { associationCategory: category(id), associationTypeId: id };
}

function category(id: number): string {
  return id > 1000 ? "USER_DEFINED" : "SERVICE_DEFINED";
}

/** @param records such as `contacts/3101/companies/5201` */
export function put(account: TestAccount, records: string, ...types: readonly number[]): Promise<TestResponse> {
  return account.call({ method: "PUT", path: path(records), body: types.map(spec) });
}

export function putDefault(account: TestAccount, records: string): Promise<TestResponse> {
  return account.call({ method: "PUT", path: path(records).replace("/associations/", "/associations/default/") });
}

export function remove(account: TestAccount, records: string): Promise<TestResponse> {
  return account.call({ method: "DELETE", path: path(records) });
}

/** @param records such as `contacts/3101/companies` */
export function list(account: TestAccount, records: string, query: Readonly<Record<string, string | number>> = {}): Promise<TestResponse> {
  return account.call({ path: path(records), query });
}

/** Returns items such as `5201: 1 279`, which consist of a record id and type ids. */
export async function listItems(account: TestAccount, records: string): Promise<string[]> {
  return itemsOf((await list(account, records)).body.results);
}

export function itemsOf(results: readonly { toObjectId: string; associationTypes: readonly { typeId: number }[] }[]): string[] {
  return results.map(({ toObjectId, associationTypes }) => `${toObjectId}: ${associationTypes.map(({ typeId }) => typeId).join(" ")}`);
}

/** @param action for example `contacts/companies/batch/read` */
export function batch(account: TestAccount, action: string, inputs: readonly unknown[]): Promise<TestResponse> {
  return account.call({ path: `/crm/associations/2026-03/${action}`, body: { inputs } });
}

export function input(from: string, to: string, ...types: readonly number[]): object {
  return { from: { id: from }, to: { id: to }, ...(types.length > 0 ? { types: types.map(spec) } : {}) };
}

export function labels(account: TestAccount, pair: string, method: string, body?: unknown, id = ""): Promise<TestResponse> {
  return account.call({ method, path: `/crm/associations/2026-03/${pair}/labels${id}`, ...(body === undefined ? {} : { body }) });
}

export function limits(account: TestAccount, rest: string, inputs?: readonly unknown[]): Promise<TestResponse> {
  const at = `/crm/associations/2026-03/definitions/configurations/${rest}`;
  return account.call(inputs ? { path: at, body: { inputs } } : { path: at });
}

export function limit(typeId: number, maxToObjectIds: number): object {
  return { category: category(typeId), typeId, maxToObjectIds };
}

function path(records: string): string {
  const [from, id, ...to] = records.split("/");
  return `/crm/objects/2026-03/${from}/${id}/associations/${to.join("/")}`;
}
