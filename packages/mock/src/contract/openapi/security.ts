import { isObject, type JsonObject, type OpenApiDocument } from "./document.ts";

export interface Security {
  readonly authentication: "none" | "required";
  /** A token must have one of these scopes. If the list is empty, any token is accepted. */
  readonly scopes: readonly string[];
}

const open: Security = { authentication: "none", scopes: [] };

/** An empty requirement makes authentication optional. If several scopes are listed, any one of them is sufficient. */
export function readSecurity(document: OpenApiDocument, operation: JsonObject): Security {
  const requirements = operation["security"] ?? (document as unknown as JsonObject)["security"];
  if (!Array.isArray(requirements) || requirements.length === 0) return open;
  const alternatives = requirements.filter(isObject);
  if (alternatives.some((requirement) => Object.keys(requirement).length === 0)) return open;
  const scopes = alternatives.map((requirement) => Object.values(requirement).flat().map(String));
  const isAnyToken = scopes.some((wanted) => wanted.length === 0);
  return { authentication: "required", scopes: isAnyToken ? [] : [...new Set(scopes.flat())] };
}
