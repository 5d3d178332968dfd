import { type JsonObject, type OpenApiDocument, objectAt } from "./document.ts";
import type { Operation } from "./operations.ts";

/** Makes of a path that came one with only those parts that the document writes itself; any other part may be a token. */
export function pathMask(document: OpenApiDocument, operations: readonly Operation[]): (path: string) => string {
  const prefixes = (document["x-sunset-interfaces"] ?? []).flatMap(({ pathPrefixes }) => pathPrefixes);
  const paths = [...operations.map((operation) => operation.path), ...prefixes, ...consentPaths(document)];
  const known = new Set(paths.flatMap((one) => one.split("/")));
  return (path) =>
    path
      .split("/")
      .map((part) => (known.has(part) ? part : "{…}"))
      .join("/");
}

/** Where users approve apps, by the security schemes of the document. */
function consentPaths(document: OpenApiDocument): string[] {
  const schemes = objectAt(document, objectAt(document, document as unknown as JsonObject, "components"), "securitySchemes");
  return Object.keys(schemes).flatMap((name) => {
    const flow = objectAt(document, objectAt(document, objectAt(document, schemes, name), "flows"), "authorizationCode");
    const { authorizationUrl: url } = flow;
    return typeof url === "string" ? [URL.parse(url, "http://relative.test")?.pathname ?? ""] : [];
  });
}
