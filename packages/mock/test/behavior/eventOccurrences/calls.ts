import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "../platform.ts";

export const sendPath = "/events/2026-03/send";
export const batchPath = "/events/2026-03/send/batch";
export const listPath = "/events/event-occurrences/2026-03";
export const typesPath = "/events/event-occurrences/2026-03/event-types";
const definitionsPath = "/events/2026-03/event-definitions";

export const jonas = "jonas.brandt@larkspurbikes.example";
export const ines = "ines.ferreira@larkspurbikes.example";

const scopes = [
  "analytics.behavioral_events.send",
  "behavioral_events.event_definitions.read_write",
  "crm.objects.contacts.write",
  "crm.objects.companies.write",
  "oauth",
];

export async function sender(platform: Platform, options: object = {}): Promise<TestAccount> {
  const account = await platform.account({ scopes, clock: { mode: "frozen", at: demoTime }, ...options });
  await account.seed({
    records: {
      contacts: [
        { id: "3101", properties: { email: jonas } },
        { id: "3102", properties: { email: ines } },
      ],
      companies: [{ id: "5201", properties: { name: "Larkspur Bikes" } }],
    },
  });
  return account;
}

export async function define(account: TestAccount, input: object = {}): Promise<string> {
  const body = { label: "Sensor calibrated", includeDefaultProperties: false, ...input };
  const response = await account.call({ path: definitionsPath, body });
  expect(response.status).toBe(201);
  return response.body.fullyQualifiedName;
}

export const offset = { name: "torque_offset", label: "Torque offset", type: "number" };

export const matching = {
  propertyDefinitions: [{ name: "owner_email", label: "Owner email", type: "string" }, offset],
  customMatchingId: { primaryObjectRule: { targetObjectPropertyName: "email", eventPropertyName: "owner_email" } },
};

export function send(account: TestAccount, eventName: string, input: object = {}): Promise<TestResponse> {
  return account.call({ path: sendPath, body: { eventName, properties: {}, ...input } });
}

export async function sendAccepted(account: TestAccount, eventName: string, input: object = {}): Promise<void> {
  const { status, body } = await send(account, eventName, input);
  expect([status, body]).toEqual([204, undefined]);
}

export function sendBatch(account: TestAccount, inputs: readonly object[]): Promise<TestResponse> {
  return account.call({ path: batchPath, body: { inputs: inputs.map((input) => ({ properties: {}, ...input })) } });
}

export interface ListedOccurrence {
  readonly id: string;
  readonly eventType: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly occurredAt: string;
  readonly properties: Readonly<Record<string, string>>;
}

export async function listOccurrences(
  account: TestAccount,
  query: Readonly<Record<string, string | number>> = {},
): Promise<ListedOccurrence[]> {
  const { status, body } = await account.call({ path: listPath, query });
  expect(status).toBe(200);
  return body.results;
}

export async function linkedTo(account: TestAccount, query: Readonly<Record<string, string>> = {}): Promise<string[]> {
  return (await listOccurrences(account, { sort: "occurredAt", ...query })).map(({ objectId }) => objectId);
}

export async function monthlyCount(account: TestAccount): Promise<number> {
  const { eventUsage = [] } = await account.snapshot();
  return eventUsage.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
}
