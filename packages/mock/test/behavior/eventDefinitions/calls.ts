import { expect } from "vitest";
import { demoTime, type Platform, type TestAccount, type TestResponse } from "../platform.ts";

export const path = "/events/2026-03/event-definitions";
export const scope = "behavioral_events.event_definitions.read_write";

export async function definer(platform: Platform): Promise<TestAccount> {
  return platform.account({ scopes: [scope], clock: { mode: "frozen", at: new Date(demoTime).toISOString() } });
}

export async function define(account: TestAccount, input: object): Promise<TestResponse> {
  return account.call({ path, body: { label: "Sensor calibrated", ...input } });
}

export async function createDefinition(platform: Platform, input: object): Promise<TestResponse["body"]> {
  const { status, body } = await define(await definer(platform), input);
  expect(status).toBe(201);
  return body;
}

export async function definitionResponse(platform: Platform, input: object): Promise<TestResponse> {
  return define(await definer(platform), input);
}
