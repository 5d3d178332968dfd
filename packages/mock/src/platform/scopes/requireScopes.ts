import { Rejection, shortList } from "../../contract/errors/rejection.ts";
import type { AccessToken } from "../../store/documents/documents.ts";

/**
 * Checks the scopes of an access token. The platform calls it with the scopes that the document lists for an operation, one of which is
 * sufficient, and handlers call it with the scopes of the object types in a request.
 * @throws Rejection when the token lacks the scopes; the error names the missing scopes
 */
export function requireScopes(token: Pick<AccessToken, "scopes">, sufficient: "all" | "one", scopes: readonly string[]): void {
  const missing = scopes.filter((scope) => !token.scopes.includes(scope));
  if (missing.length === 0) return;
  if (sufficient === "all") throw missingScopes(missing, "all");
  if (missing.length === scopes.length) throw missingScopes(scopes, "one");
}

function missingScopes(scopes: readonly string[], quantifier: "all" | "one"): Rejection {
  const one = scopes.length === 1;
  const shortPhrase = one ? "the scope" : `${quantifier} of the scopes`;
  const fullPhrase = one
    ? `the scope ${scopes[0]}`
    : `${quantifier} of these scopes: ${shortList(scopes, quantifier === "one" ? "or" : "and")}`;
  return new Rejection("MISSING_SCOPES", `The access token must have ${fullPhrase}.`, {
    problems: [
      {
        in: "Authorization",
        code: "scopes",
        message: `The access token must have ${shortPhrase} in context.requiredGranularScopes`,
        context: { requiredGranularScopes: scopes },
      },
    ],
    // A missing scope is a problem with the token, not a contract violation.
    violations: [],
    headers: { "www-authenticate": 'Bearer error="insufficient_scope"' },
  });
}
