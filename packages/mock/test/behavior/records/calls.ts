import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "../platform.ts";

export const base = "/crm/objects/2026-03";
export const earlier = "2026-02-02T09:10:00Z";
export const displayTicket = { subject: "Display", hs_pipeline_stage: "1" };
const jonas = { id: "3101", createdAt: earlier, properties: { email: "jonas@larkspur.example", firstname: "Jonas" } };

type Query = Readonly<Record<string, string | number | boolean>>;
export type Values = Readonly<Record<string, string>>;

/** The properties that every response contains for a contact. */
export const three = (id: string, createdAt = demoTime, updatedAt = createdAt) => ({
  createdate: createdAt,
  hs_object_id: id,
  lastmodifieddate: updatedAt,
});

export async function seededAccount(platform: Platform): Promise<TestAccount> {
  const account = await platform.account({ clock: { mode: "frozen", at: demoTime } });
  await account.seed({ records: { contacts: [jonas] } });
  return account;
}

export function list(account: TestAccount, type: string, query: Query = {}): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}`, query });
}

export function get(account: TestAccount, type: string, id: string, query: Query = {}): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}/${encodeURIComponent(id)}`, query });
}

export function create(account: TestAccount, type: string, properties: Values, associations?: readonly object[]): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}`, body: { properties, associations } });
}

export function update(account: TestAccount, type: string, id: string, properties: Values): Promise<TestResponse> {
  return account.call({ method: "PATCH", path: `${base}/${type}/${id}`, body: { properties } });
}

export function archive(account: TestAccount, type: string, id: string): Promise<TestResponse> {
  return account.call({ method: "DELETE", path: `${base}/${type}/${id}` });
}

export function batch(account: TestAccount, type: string, verb: string, inputs: readonly object[]): Promise<TestResponse> {
  return account.call({ path: `${base}/${type}/batch/${verb}`, body: { inputs } });
}

export function idsOf({ body }: TestResponse): string[] {
  return body.results.map(({ id }: { id: string }) => id);
}

export function expectConflict({ status, body }: TestResponse, message: string): void {
  expect([status, body.category, body.message]).toEqual([409, "CONFLICT", message]);
}

export function scopesOf(name: string): string[] {
  return [`crm.objects.${name}.read`, `crm.objects.${name}.write`];
}
