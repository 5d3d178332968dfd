import { randomBytes } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import { hashOf } from "../ids.ts";
import type { Fields } from "./authorizeRequest.ts";

/** The account that a browser has picked, by its cookie. It proves nothing about the user. */
export interface SignIn {
  readonly accountId: number;
  /** The whole cookie, which nobody but the browser and this mock know. */
  readonly value: string;
}

const cookieName = "crm-platform-sign-in";

/** @param cookies the header `Cookie` */
export function readSignIn(cookies: string | undefined): SignIn | undefined {
  const value = parse(cookies ?? "", cookieName)[cookieName] ?? "";
  const accountId = /^(\d{1,12})\.[\w-]{43}$/.exec(value)?.[1];
  return accountId === undefined ? undefined : { accountId: Number(accountId), value };
}

/**
 * The header `Set-Cookie` by which a browser remembers the account.
 * @param origin the header `Origin`: it has the scheme that the browser used, also behind a TLS-terminating proxy
 */
export function signInCookie(accountId: number, origin: string | undefined): string {
  // Random, and no id of the mock, which anybody can foresee who knows its seed.
  const value = `${accountId}.${randomBytes(32).toString("base64url")}`;
  const secure = origin?.startsWith("https:") === true;
  return serialize(cookieName, value, { path: "/oauth/authorize", httpOnly: true, sameSite: "Lax", secure });
}

/** The token of a consent form. It binds the form to the browser and to what its page showed: the app, the scopes, the state. */
export function formTokenOf({ value }: SignIn, fields: Fields): string {
  return hashOf(`consent ${value} ${JSON.stringify(fields)}`);
}

/** Whether a form was made for this browser and these fields. Comparing hashes keeps the timing from revealing anything. */
export function isFormOf(signIn: SignIn, fields: Fields, formToken: string): boolean {
  return hashOf(formToken) === hashOf(formTokenOf(signIn, fields));
}
