import type * as OpenAPI from "../../openapi/document.ts";
import { escapePointer } from "../../openapi/pointer.ts";
import { resolve } from "../../openapi/resolve.ts";
import type { Problem } from "../../problems.ts";
import type { Credential, Operation } from "./model.ts";
import type { OperationSource } from "./sources.ts";

/** The credentials for one scheme; `nothing` for mutual TLS, which authenticates the connection. */
type Sent = Credential | "bearer" | "nothing";

type Security = Pick<Operation, "authentication" | "credential" | "scopes">;

/** Prefers a bearer token if the client can satisfy several alternatives. */
export function readSecurity({ operation }: OperationSource, document: OpenAPI.Document): Security {
  const security = operation.security ?? document.security;
  // Without `security`, credentials are sent if the caller provides them.
  if (security === undefined) return { authentication: "optional", credential: undefined, scopes: [] };
  const scopes = [...new Set(security.flatMap((requirement) => Object.values(requirement).flat()))];
  const isOptional = security.some(isEmpty);
  const alternatives = security.flatMap((requirement) => sentFor(requirement, document) ?? []);
  const sent = alternatives.find((one) => one === "bearer") ?? alternatives.find((one) => one !== "nothing");
  if (sent === undefined) return { authentication: "none", credential: undefined, scopes };
  const credential = sent === "bearer" ? undefined : sent;
  return { authentication: isOptional ? "optional" : "required", credential, scopes };
}

export function securityProblems(sources: readonly OperationSource[], document: OpenAPI.Document): Problem[] {
  return sources.flatMap(({ id, method, path, operation }) => {
    const security = operation.security ?? document.security ?? [];
    const isPossible = security.length === 0 || security.some((requirement) => isEmpty(requirement) || sentFor(requirement, document));
    if (isPossible) return [];
    const found = security.map((requirement) =>
      Object.keys(requirement)
        .map((name) => describe(name, document))
        .join(" together with "),
    );
    const pointer = operation.security ? `#/paths/${escapePointer(path)}/${method}/security` : "#/security";
    const message =
      `The client cannot send the credentials of ${id}. Expected: an alternative with one scheme of oauth2, openIdConnect, apiKey, ` +
      `HTTP bearer or HTTP basic. Found: ${found.join("; ")}.`;
    return [{ file: "the bundle", pointer, message }];
  });
}

function isEmpty(requirement: OpenAPI.SecurityRequirement): boolean {
  return Object.keys(requirement).length === 0;
}

/** Returns `undefined` if the requirement is empty or the client cannot satisfy it. */
function sentFor(requirement: OpenAPI.SecurityRequirement, document: OpenAPI.Document): Sent | undefined {
  const sent = Object.keys(requirement)
    .map((name) => sentForScheme(name, document))
    .filter((one) => one !== "nothing");
  if (sent.length === 0 && !isEmpty(requirement)) return "nothing";
  return sent.length === 1 ? sent[0] : undefined;
}

function sentForScheme(schemeName: string, document: OpenAPI.Document): Sent | undefined {
  const scheme = schemeOf(schemeName, document);
  if (scheme === undefined) return "bearer";
  const { type, in: place, name } = scheme;
  if (type === "oauth2" || type === "openIdConnect") return "bearer";
  if (type === "mutualTLS") return "nothing";
  if (type === "apiKey" && name !== undefined && (place === "header" || place === "query" || place === "cookie")) {
    return { scheme: "apiKey", in: place, name };
  }
  const httpScheme = type === "http" ? scheme.scheme?.toLowerCase() : undefined;
  if (httpScheme === "bearer") return "bearer";
  return httpScheme === "basic" ? { scheme: "basic" } : undefined;
}

function schemeOf(name: string, document: OpenAPI.Document): OpenAPI.SecurityScheme | undefined {
  const schemes = document.components?.securitySchemes ?? {};
  return Object.hasOwn(schemes, name) ? resolve<OpenAPI.SecurityScheme>(document, schemes[name] as OpenAPI.SecurityScheme) : undefined;
}

function describe(name: string, document: OpenAPI.Document): string {
  const { type = "unknown", scheme } = schemeOf(name, document) ?? {};
  return `${name} (${[type, scheme].filter(Boolean).join(" ")})`;
}
