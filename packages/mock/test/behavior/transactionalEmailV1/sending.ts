import { expect } from "vitest";
import type { Platform, TestAccount, TestResponse } from "../platform.ts";

export const domain = "haldeninstruments.example";
export const recipient = "jonas.brandt@larkspurbikes.example";

const emails = [
  { id: 1, subject: "We have your ticket {{ ticket }}", from: `support@${domain}`, body: "Thank you." },
  { id: 2, body: null },
  { id: 3, body: "Your parcel {{ tracking_number }}", requiredProperties: ["tracking_number"] },
  { id: 4, published: false },
];

export interface Send {
  readonly emailId?: unknown;
  readonly message?: Readonly<Record<string, unknown>>;
  readonly contactProperties?: readonly { readonly name: string; readonly value: string }[];
  readonly customProperties?: readonly { readonly name: string; readonly value: string }[];
}

export async function sender(platform: Platform, state: Readonly<Record<string, unknown>> = {}): Promise<TestAccount> {
  const account = await platform.account({ hubDomain: domain });
  await account.seed({ emails, ...state });
  return account;
}

/** `input` overrides fields of the request. */
export function send(account: TestAccount, { message = {}, ...input }: Send = {}): Promise<TestResponse> {
  return account.call({
    path: "/email/public/v1/singleEmail/send",
    body: { emailId: 1, message: { to: recipient, ...message }, ...input },
  });
}

export async function resultOf(account: TestAccount, input: Send = {}): Promise<string> {
  const { status, body } = await send(account, input);
  expect([status, body]).toEqual([200, expect.objectContaining({ sendResult: expect.any(String), message: expect.stringMatching(/./) })]);
  return body.sendResult;
}

export async function outbox(platform: Platform, { accountId }: TestAccount): Promise<TestResponse["body"][]> {
  return (await platform.control("GET", `/outbox?accountId=${accountId}`)).body.results;
}

export async function contacts(account: TestAccount): Promise<TestResponse["body"][]> {
  const { records = {} } = await account.snapshot();
  return records.contacts ?? [];
}

export function valuesOf(contact: TestResponse["body"], name: string): string[] {
  const property = contact.properties[name] ?? [];
  return typeof property === "string" ? [property] : property.map((version: { value: string }) => version.value);
}
