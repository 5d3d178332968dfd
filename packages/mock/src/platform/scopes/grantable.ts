import { scopes as platformScopes } from "@crm-platform/types";
import type { App } from "../../store/documents/documents.ts";

/** No operation requires an inert scope. It can be granted to any app, because it belongs to an area that the mock does not implement. */
export function isInert(scope: string): boolean {
  return !Object.hasOwn(platformScopes, scope);
}

export function canHave(app: App, scope: string): boolean {
  return app.scopes.includes(scope) || (isWellFormed(scope) && isInert(scope));
}

/** The message contains only characters that are allowed in `error_description`. */
export function scopeProblem(scopes: readonly string[], app: App, strict: boolean): string | undefined {
  const malformedScopes = scopes.filter((scope) => !isWellFormed(scope));
  if (malformedScopes.length > 0) return `malformed: ${nameList(malformedScopes)}`;
  const unknown = strict ? unknownScopes(scopes) : undefined;
  if (unknown !== undefined) return unknown;
  const missing = scopes.filter((scope) => !canHave(app, scope));
  return missing.length > 0 ? `the app was created without these scopes: ${nameList(missing)}` : undefined;
}

export function unknownScopes(scopes: readonly string[]): string | undefined {
  const unknown = scopes.filter(isInert);
  return unknown.length > 0 ? `unknown scopes: ${nameList(unknown)}` : undefined;
}

// The syntax of `scope-token` is defined in RFC 6749, section 3.3.
function isWellFormed(scope: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope);
}

const maxNamedScopes = 5;
const maxNameLength = 100;

function nameList(scopes: readonly string[]): string {
  const names = scopes.slice(0, maxNamedScopes).map((scope) => {
    const name = scope.length > maxNameLength ? `${scope.slice(0, maxNameLength)}...` : scope;
    // Replaces characters that RFC 6749, section 4.1.2.1, does not allow in `error_description`.
    return name.replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/gu, "?");
  });
  const more = scopes.length - names.length;
  return names.join(", ") + (more > 0 ? `, and ${more} more` : "");
}
