import type { ContractRequest, Problem } from "../message.ts";
import type { JsonObject, OpenApiDocument } from "../openapi/document.ts";
import type { Operation, Parameter } from "../openapi/operations.ts";
import { keyword, schemasAt, typesOf } from "../openapi/schemas.ts";
import { shortened } from "../problems/fields.ts";
import { problemAt } from "../problems/findings.ts";
import type { Inspection } from "../problems/requestProblems.ts";
import { isNoList, isObjectSchema, isText, textsOf } from "../request/reader.ts";

type QueryValue = string | readonly string[];

/** Prism ignores the case of names and, if a comma-separated list is repeated, uses only the last list. */
export function declaredQuery(document: OpenApiDocument, operation: Operation, query: ContractRequest["query"]): ContractRequest["query"] {
  const entries: [string, QueryValue][] = [];
  for (const { place, name, schema, explode } of operation.parameters) {
    const value = query[name];
    // The members of an exploded object are strings, so they need no validation.
    if (place !== "query" || value === undefined || isObjectSchema(document, schema)) continue;
    const isJoined = !explode && typesOf(schemasAt(document, schema, [])).includes("array");
    entries.push([name, isJoined ? [value].flat().join(",") : value]);
  }
  return Object.fromEntries(entries);
}

/** Returns the problems that Prism does not find, because it treats `?limit=` as absent, and `0x10` and `1e3` as integers. */
export function misreadParameters({ document, sensitive, operation, request }: Inspection): Problem[] {
  return operation.parameters.flatMap((parameter) => {
    const { place, name } = parameter;
    const rawValue = place === "query" || place === "path" ? request[place][name] : undefined;
    if (rawValue === undefined) return [];
    const isSecret = parameter.sensitive || sensitive.has(name);
    const details = isSecret ? {} : { received: shortened([rawValue].flat().join(",")) };
    return valuesOf(document, parameter, rawValue).flatMap((value) => {
      const code = missedKeyword(value);
      return code === undefined ? [] : [{ ...problemAt(value.name, code, value.schemas), ...details }];
    });
  });
}

/** The value of a parameter, or one of its items. */
interface Value {
  readonly name: string;
  readonly text: string;
  readonly schemas: readonly JsonObject[];
}

function valuesOf(document: OpenApiDocument, { name, schema, explode }: Parameter, rawValue: QueryValue): Value[] {
  const schemas = schemasAt(document, schema, []);
  const items = schemasAt(document, schema, ["0"]);
  const isList = typesOf(schemas).includes("array") && !isNoList(rawValue, typesOf(items));
  if (!isList) return [rawValue].flat().map((text) => ({ name, text, schemas }));
  return textsOf(rawValue, explode).map((text, index) => ({ name: `${name}[${index}]`, text, schemas: items }));
}

/** Returns the keyword that a text violates although Prism accepts it. */
function missedKeyword({ text, schemas }: Value): string | undefined {
  const types = typesOf(schemas);
  if (isText(types)) return text === "" ? keywordAgainstEmpty(schemas) : undefined;
  if (text === "") return "type";
  return types.includes("integer") && Number.isInteger(Number(text)) && !/^-?\d+$/.test(text) ? "type" : undefined;
}

function keywordAgainstEmpty(schemas: readonly JsonObject[]): string | undefined {
  const values = keyword(schemas, "enum");
  if (Array.isArray(values) && !values.includes("")) return "enum";
  if (Number(keyword(schemas, "minLength") ?? 0) > 0) return "minLength";
  const pattern = keyword(schemas, "pattern");
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test("")) return "pattern";
  return keyword(schemas, "format") === undefined ? undefined : "format";
}
