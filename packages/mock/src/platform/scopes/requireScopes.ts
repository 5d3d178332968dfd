import { Rejection, shortList } from "../../contract/errors/rejection.ts";
import type { AccessToken } from "../../store/documents/documents.ts";

/**
 * The only check of an access token's scopes. The platform calls it with the scopes that the document lists for an operation, one of which
 * is sufficient, and handlers call it with the scopes of the object types in a request.
 * @throws Rejection when the token lacks the scopes; the error names the missing scopes
 */
export function requireScopes(token: Pick<AccessToken, "scopes">, sufficient: "all" | "one", scopes: readonly string[]): void {
  const missing = scopes.filter((scope) => !token.scopes.includes(scope));
  if (missing.length === 0) return;
  if (sufficient === "all") throw missingScopes(missing, "all");
  if (missing.length === scopes.length) throw missingScopes(scopes, "one");
}

function missingScopes(scopes: readonly string[], required: "all" | "one"): Rejection {
  const one = scopes.length === 1;
  const needed = one ? "the scope" : `${required} of the scopes`;
  const named = one ? `the scope ${scopes[0]}` : `${required} of these scopes: ${shortList(scopes, required === "one" ? "or" : "and")}`;
  return new Rejection("MISSING_SCOPES", `The access token must have ${named}.`, {
    problems: [
      {
        in: "Authorization",
        code: "scopes",
        message: `The access token must have ${needed} in context.requiredGranularScopes`,
        context: { requiredGranularScopes: scopes },
      },
    ],
    // A missing scope is a problem with the token, not a contract violation.
    violations: [],
    headers: { "www-authenticate": 'Bearer error="insufficient_scope"' },
  });
}
