import type { Document, Json, Operation, PathItem } from "../../openapi/document.ts";
import { mapsOfNames } from "../../openapi/keywords.ts";
import { methodsOf } from "../../openapi/methods.ts";
import { resolve } from "../../openapi/resolve.ts";
import { ProblemsError } from "../../problems.ts";
import { camelCase, UniqueNames } from "../names.ts";

/**
 * Ensures that the document has `paths`, that every reference refers to a component, and that every operation has an operationId. Inlines
 * the path items of `paths` and `webhooks`.
 * @throws ProblemsError if the document has another OpenAPI version or contains an unresolvable reference
 */
export function complete(document: Document): Document {
  rejectOtherVersions(document);
  const inlined = (items: Items = {}): Items =>
    Object.fromEntries(Object.entries(items).map(([key, item]) => [key, resolve<PathItem>(document, item)]));
  const [paths = {}, webhooks = {}] = nameOperations([inlined(document.paths), inlined(document.webhooks)]);
  const named = { ...document, paths, ...(document.webhooks && { webhooks }) };
  // Path items are inlined, so keeping them here would repeat each operationId.
  const { pathItems: _inPlace, ...components } = document.components ?? {};
  return inlineParts({ ...named, components } as unknown as Json, document, []) as unknown as Document;
}

export const versionStage = "version";

function rejectOtherVersions(document: Document): void {
  const { openapi, swagger } = document as { openapi?: unknown; swagger?: unknown };
  if (typeof openapi === "string" && /^3\.1\.\d+/.test(openapi)) return;
  const found = openapi === undefined ? `swagger: ${JSON.stringify(swagger)}` : `openapi: ${JSON.stringify(openapi)}`;
  const message = `Expected OpenAPI 3.1. Found: ${found}.${conversionHint(String(openapi ?? swagger))}`;
  throw new ProblemsError(versionStage, [{ file: "the bundle", pointer: openapi === undefined ? "#/swagger" : "#/openapi", message }]);
}

function conversionHint(version: string): string {
  const from30 = "npx openapi-format openapi.yaml --no-sort --convertTo 3.1 --output openapi31.yaml";
  if (version.startsWith("2.")) return ` Convert it:\nnpx swagger2openapi swagger.yaml --outfile openapi.yaml\n${from30}`;
  if (version.startsWith("3.0")) return ` Convert it:\n${from30}`;
  if (version.startsWith("3.2")) return ' If the document does not use the new features of 3.2, set its version to "openapi: 3.1.1".';
  return "";
}

type Items = Readonly<Record<string, PathItem>>;

/** The names are unique across all maps. */
function nameOperations(maps: readonly Items[]): Items[] {
  const names = new UniqueNames();
  const operations = maps.flatMap((items) =>
    Object.values(items).flatMap((item) => methodsOf(item).map((method) => item[method] as Operation)),
  );
  for (const { operationId } of operations) if (operationId !== undefined) names.take(operationId);
  const named = (key: string, item: PathItem): PathItem => {
    const own = methodsOf(item).map((method): [string, Operation] => {
      const operation = item[method] as Operation;
      return [
        method,
        operation.operationId === undefined ? { operationId: names.take(camelCase(`${method} ${key}`)), ...operation } : operation,
      ];
    });
    return { ...item, ...Object.fromEntries(own) };
  };
  return maps.map((items) => Object.fromEntries(Object.entries(items).map(([key, item]) => [key, named(key, item)])));
}

/** Other parts of the document have no names, so references to them are inlined. */
const wholeComponent = /^#\/components\/[^/]+\/[^/]+$/;

function inlineParts(node: Json, document: Document, inside: readonly string[], keysAreNames = false): Json {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map((item: Json) => inlineParts(item, document, inside));
  const { $ref: reference, ...siblings } = node as { readonly [key: string]: Json };
  if (keysAreNames || typeof reference !== "string" || !reference.startsWith("#/") || wholeComponent.test(reference)) {
    const inlined = (key: string, value: Json): Json => {
      if (keysAreNames) return inlineParts(value, document, inside);
      if (key === "discriminator") return withReferences(value);
      return isData(key) ? value : inlineParts(value, document, inside, mapsOfNames.has(key));
    };
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inlined(key, value)]));
  }
  if (inside.includes(reference)) {
    const message = "This part of a component refers to itself. Make it a separate component.";
    throw new ProblemsError("bundle", [{ file: "the bundle", pointer: reference, message }]);
  }
  const part = resolve<{ readonly [key: string]: Json }>(document, { $ref: reference });
  return inlineParts({ ...part, ...siblings }, document, [...inside, reference]);
}

/** Replaces schema names in a discriminator's mapping with references, the only form that openapi-typescript supports. */
function withReferences(discriminator: Json): Json {
  const { mapping, ...others } = Object(discriminator) as { readonly [key: string]: Json };
  if (typeof mapping !== "object" || mapping === null) return discriminator;
  const reference = (target: Json): Json =>
    typeof target === "string" && /^[\w.-]+$/.test(target) ? `#/components/schemas/${target}` : target;
  return { ...others, mapping: Object.fromEntries(Object.entries(mapping).map(([value, target]) => [value, reference(target)])) };
}

/** Whether a `$ref` below this key is data, not a reference. */
function isData(key: string): boolean {
  return ["example", "examples", "default", "const", "enum"].includes(key) || key.startsWith("x-");
}
