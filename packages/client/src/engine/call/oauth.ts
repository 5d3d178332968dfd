import { OAuthError } from "../errors.ts";
import type { ErrorFields, KnownError } from "../operation.ts";

/** Recognizes an error body as defined in RFC 6749, section 5.2. Other bodies, for example from a proxy, may also have an `error` field. */
export function oauthError({ error, message, error_description = message, category }: ErrorFields, status: number): KnownError {
  if (status >= 500 || typeof error !== "string" || category !== undefined) return {};
  return { type: OAuthError, fields: { category: error, message: error_description } };
}
