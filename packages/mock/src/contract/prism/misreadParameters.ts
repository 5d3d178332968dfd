import type { ContractRequest, Problem } from "../message.ts";
import type { JsonObject, OpenApiDocument } from "../openapi/document.ts";
import type { Operation, Parameter } from "../openapi/operations.ts";
import { keyword, schemasAt, typesOf } from "../openapi/schemas.ts";
import { shortened } from "../problems/fields.ts";
import { problemAt } from "../problems/findings.ts";
import type { Inspected } from "../problems/requestProblems.ts";
import { isNoList, isObjectSchema, isText, textsOf } from "../request/reader.ts";

/** Prism ignores the case of names and, if a comma-separated list is repeated, uses only the last list. */
export function declaredQuery(document: OpenApiDocument, operation: Operation, query: ContractRequest["query"]): ContractRequest["query"] {
  // The members of an exploded object are strings, so they need no validation.
  const declared = operation.parameters.filter(
    ({ place, name, schema }) => place === "query" && query[name] !== undefined && !isObjectSchema(document, schema),
  );
  return Object.fromEntries(
    declared.map((parameter) => {
      const received = query[parameter.name] ?? "";
      const isJoined = isList(document, parameter) && !parameter.explode;
      return [parameter.name, isJoined ? [received].flat().join(",") : received];
    }),
  );
}

/** Prism treats `?limit=` as absent, and `0x10` and `1e3` as integers. */
export function misreadParameters({ document, sensitive, operation, request }: Inspected): Problem[] {
  return operation.parameters.flatMap((parameter) => {
    const received = receivedFor(parameter, request);
    if (received === undefined) return [];
    const shown = parameter.sensitive || sensitive.has(parameter.name) ? {} : { received: shortened([received].flat().join(",")) };
    return misreadPlaces(document, parameter, received).map(({ name, code, schemas }) => ({ ...problemAt(name, code, schemas), ...shown }));
  });
}

interface Misread {
  readonly name: string;
  readonly code: string;
  readonly schemas: readonly JsonObject[];
}

function misreadPlaces(document: OpenApiDocument, parameter: Parameter, received: string | readonly string[]): Misread[] {
  const { name, schema, explode } = parameter;
  const schemas = schemasAt(document, schema, []);
  if (!isList(document, parameter)) return [received].flat().flatMap((text) => misread(name, text, schemas));
  const items = schemasAt(document, schema, ["0"]);
  if (isNoList(received, typesOf(items))) return [{ name, code: "type", schemas }];
  return textsOf(received, explode).flatMap((text, index) => misread(`${name}[${index}]`, text, items));
}

function misread(name: string, text: string, schemas: readonly JsonObject[]): Misread[] {
  const code = brokenKeyword(text, schemas);
  return code === undefined ? [] : [{ name, code, schemas }];
}

function isList(document: OpenApiDocument, { schema }: Parameter): boolean {
  return typesOf(schemasAt(document, schema, [])).includes("array");
}

function receivedFor({ place, name }: Parameter, request: ContractRequest): string | readonly string[] | undefined {
  return place === "query" ? request.query[name] : place === "path" ? request.path[name] : undefined;
}

function brokenKeyword(value: string, schemas: readonly JsonObject[]): string | undefined {
  const types = typesOf(schemas);
  if (isText(types)) return value === "" ? brokenByNothing(schemas) : undefined;
  const isMisread = value === "" || (types.includes("integer") && Number.isInteger(Number(value)) && !/^-?\d+$/.test(value));
  return isMisread ? "type" : undefined;
}

function brokenByNothing(schemas: readonly JsonObject[]): string | undefined {
  const allowed = keyword(schemas, "enum");
  if (Array.isArray(allowed) && !allowed.includes("")) return "enum";
  if (Number(keyword(schemas, "minLength") ?? 0) > 0) return "minLength";
  const pattern = keyword(schemas, "pattern");
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test("")) return "pattern";
  return keyword(schemas, "format") === undefined ? undefined : "format";
}
