import type * as OpenAPI from "../../openapi/document.ts";
import type { Operation } from "./model.ts";

/** Each requirement has one scheme, whose credential is a bearer token, and at most one scope; the linter rejects others. */
export function readSecurity({ security = [] }: OpenAPI.Operation): Pick<Operation, "authentication" | "scopes"> {
  return {
    authentication: security.length === 0 ? "none" : "required",
    scopes: [...new Set(security.flatMap((requirement) => Object.values(requirement).flat()))],
  };
}
