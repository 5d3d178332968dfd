import { expect } from "vitest";
import type { Platform, TestAccount, TestResponse } from "../platform.ts";
import { authorizePath, redirectUri } from "./flow.ts";

export interface TestBrowser {
  readonly cookie: string;
  open(parameters?: Parameters): Promise<TestResponse>;
  /** Default: the headers that the mock's own pages send. */
  send(fields: Form, headers?: Readonly<Record<string, string>>): Promise<TestResponse>;
}

export type Parameters = Readonly<Record<string, string | undefined>>;

export type Form = readonly (readonly [name: string, value: string])[];

export const ownPage = { "sec-fetch-site": "same-origin" } as const;

export async function signedIn(platform: Platform, account: TestAccount, parameters: Parameters = {}): Promise<TestBrowser> {
  const form = [...installFields(account, parameters), ["account", String(account.accountId)]] as const;
  const response = await sendForm(platform, form, ownPage);
  expect(response.status).toBe(303);
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  return {
    cookie,
    open: (parameters = {}) =>
      platform.call({ path: `${authorizePath}?${new URLSearchParams(installFields(account, parameters))}`, headers: { cookie } }),
    send: (fields, headers = ownPage) => sendForm(platform, fields, { cookie, ...headers }),
  };
}

export function installFields({ app }: TestAccount, parameters: Parameters = {}): [string, string][] {
  const all = { client_id: app.clientId, redirect_uri: redirectUri, scopes: "tickets", ...parameters };
  return Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
}

export function sendForm(platform: Platform, fields: Form, headers: Readonly<Record<string, string>>): Promise<TestResponse> {
  return platform.call({
    path: authorizePath,
    form: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
    headers,
  });
}

export function formOf({ status, body }: TestResponse): [string, string][] {
  expect(status).toBe(200);
  const inputs = [...String(body).matchAll(/<input ([^>]*)>/g)].map(([, attributes = ""]) => attributes);
  return inputs.map((attributes) => [attributeOf(attributes, "name"), attributeOf(attributes, "value")]);
}

function attributeOf(attributes: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
  return value.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

export function withChanges(form: Form, changes: Parameters): Form {
  const rest = form.filter(([name]) => !Object.hasOwn(changes, name));
  return [...rest, ...Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== undefined)];
}
