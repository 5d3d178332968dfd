import type { OpenApiDocument } from "./document.ts";
import type { Operation } from "./operations.ts";

/** Makes of a path that came one with only those parts that the document writes itself; any other part may be a token. */
export function pathMask(document: OpenApiDocument, operations: readonly Operation[]): (path: string) => string {
  const prefixes = (document["x-sunset-interfaces"] ?? []).flatMap(({ pathPrefixes }) => pathPrefixes);
  const known = new Set([...operations.map((operation) => operation.path), ...prefixes].flatMap((one) => one.split("/")));
  return (path) =>
    path
      .split("/")
      .map((part) => (known.has(part) ? part : "{…}"))
      .join("/");
}
