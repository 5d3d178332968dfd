import { expect } from "vitest";
import type { Answered, Platform, TestAccount } from "../rows.ts";
import { authorizePath, redirectUri } from "./flow.ts";

/** A browser that has picked the account of an app, as far as the consent page sees it. */
export interface TestBrowser {
  /** What it sends as `Cookie`. */
  readonly cookie: string;
  /** Opens the install URL of the app; parameters that are `undefined` are left out. */
  open(parameters?: Parameters): Promise<Answered>;
  /** Sends a form as one of our own pages does. */
  send(fields: Form, headers?: Readonly<Record<string, string>>): Promise<Answered>;
}

export type Parameters = Readonly<Record<string, string | undefined>>;

/** The fields of a form; one may come more than once. */
export type Form = readonly (readonly [name: string, value: string])[];

/** What a browser says of a request that one of our own pages sends. */
export const ownPage = { "sec-fetch-site": "same-origin" } as const;

/** Lets a new browser pick the account. */
export async function signedIn(platform: Platform, account: TestAccount, parameters: Parameters = {}): Promise<TestBrowser> {
  const form = [...installFields(account, parameters), ["account", String(account.accountId)]] as const;
  const answer = await sendForm(platform, form, ownPage);
  expect(answer.status).toBe(303);
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return {
    cookie,
    open: (parameters = {}) =>
      platform.call({ path: `${authorizePath}?${new URLSearchParams(installFields(account, parameters))}`, headers: { cookie } }),
    send: (fields, headers = ownPage) => sendForm(platform, fields, { cookie, ...headers }),
  };
}

/** The parameters of the install URL of an app. */
export function installFields({ app }: TestAccount, parameters: Parameters = {}): [string, string][] {
  const all = { client_id: app.clientId, redirect_uri: redirectUri, scopes: "tickets", ...parameters };
  return Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
}

export function sendForm(platform: Platform, fields: Form, headers: Readonly<Record<string, string>>): Promise<Answered> {
  return platform.call({
    path: authorizePath,
    form: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
    headers,
  });
}

/** The fields that the form of a page sends when nothing in it is changed and no button adds one. */
export function formOf({ status, body }: Answered): [string, string][] {
  expect(status).toBe(200);
  const inputs = [...String(body).matchAll(/<input ([^>]*)>/g)].map(([, attributes = ""]) => attributes);
  return inputs.map((attributes) => [attributeOf(attributes, "name"), attributeOf(attributes, "value")]);
}

function attributeOf(attributes: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
  return value.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/** The same fields with some given anew, or taken out where `undefined`. */
export function changed(form: Form, changes: Parameters): Form {
  const kept = form.filter(([name]) => !Object.hasOwn(changes, name));
  return [...kept, ...Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== undefined)];
}
