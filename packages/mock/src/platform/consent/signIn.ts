import { randomBytes } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import { hashOf } from "../ids.ts";
import type { Fields } from "./authorizeRequest.ts";

/** The account that is selected in a browser. The selection does not authenticate the user. */
export interface SignIn {
  readonly accountId: number;
  readonly value: string;
}

const cookieName = "crm-platform-sign-in";

export function readSignIn(cookies: string | undefined): SignIn | undefined {
  const value = parse(cookies ?? "", cookieName)[cookieName] ?? "";
  const accountId = /^(\d{1,12})\.[\w-]{43}$/.exec(value)?.[1];
  return accountId === undefined ? undefined : { accountId: Number(accountId), value };
}

/** @param origin the origin that the browser sees, whose scheme is correct even behind a TLS-terminating proxy */
export function signInCookie(accountId: number, origin: string | undefined): string {
  // The value is random, because ids that the mock generates can be computed from its seed.
  const value = `${accountId}.${randomBytes(32).toString("base64url")}`;
  const secure = origin?.startsWith("https:") === true;
  return serialize(cookieName, value, { path: "/oauth/authorize", httpOnly: true, sameSite: "Lax", secure });
}

/** The token is valid only for this browser and for the app, scopes and state that the form shows. */
export function formTokenOf({ value }: SignIn, fields: Fields): string {
  return hashOf(`consent ${value} ${JSON.stringify(fields)}`);
}

/** Compares hashes to prevent timing attacks. */
export function isFormOf(signIn: SignIn, fields: Fields, formToken: string): boolean {
  return hashOf(formToken) === hashOf(formTokenOf(signIn, fields));
}
