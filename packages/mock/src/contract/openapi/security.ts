import { isObject, type JsonObject, type OpenApiDocument } from "./document.ts";

export interface Security {
  readonly authentication: "none" | "required";
  /** A token needs one of these; any token will do when there are none. */
  readonly scopes: readonly string[];
}

const open: Security = { authentication: "none", scopes: [] };

/**
 * Who may call an operation, by its `security` or that of the document. OpenAPI lists requirements of which one is enough; one
 * that asks for nothing opens the operation to all. Our spec writes one scope in each, so the list is a list of scopes; where
 * a foreign document wants several at once, each of them counts as enough.
 */
export function readSecurity(document: OpenApiDocument, operation: JsonObject): Security {
  const requirements = operation["security"] ?? (document as unknown as JsonObject)["security"];
  if (!Array.isArray(requirements) || requirements.length === 0) return open;
  const alternatives = requirements.filter(isObject);
  if (alternatives.some((requirement) => Object.keys(requirement).length === 0)) return open;
  const scopes = alternatives.map((requirement) => Object.values(requirement).flat().map(String));
  const isAnyToken = scopes.some((wanted) => wanted.length === 0);
  return { authentication: "required", scopes: isAnyToken ? [] : [...new Set(scopes.flat())] };
}
