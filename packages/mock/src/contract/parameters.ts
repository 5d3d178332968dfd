import type { JsonObject } from "./document.ts";
import { shortened } from "./fields.ts";
import { problemAt } from "./findings.ts";
import type { ContractRequest, Problem } from "./message.ts";
import type { Operation, Parameter } from "./operations.ts";
import type { Inspected } from "./problems.ts";
import { keyword, schemasAt, typesOf } from "./schemas.ts";

/** The query parameters that the operation declares, by their exact names: Prism would take `LIMIT` for `limit`. */
export function declaredQuery(operation: Operation, query: ContractRequest["query"]): ContractRequest["query"] {
  const isDeclared = (name: string) => operation.parameters.some((parameter) => parameter.place === "query" && parameter.name === name);
  return Object.fromEntries(Object.entries(query).filter(([name]) => isDeclared(name)));
}

/** Problems of parameters that Prism reads too kindly: it takes `?limit=` for absent, and `0x10` and `1e3` for integers. */
export function misreadParameters({ document, sensitive, operation, request }: Inspected): Problem[] {
  return operation.parameters.flatMap((parameter) => {
    const received = receivedFor(parameter, request);
    if (received === undefined) return [];
    const isList = typesOf([parameter.schema]).includes("array");
    const schemas = schemasAt(document, parameter.schema, isList ? ["0"] : []);
    const values = isList ? [received].flat().flatMap((value) => value.split(",")) : [received].flat();
    const code = values.map((value) => brokenKeyword(value, schemas)).find((broken) => broken !== undefined);
    if (code === undefined) return [];
    const problem = problemAt(parameter.name, code, schemas);
    return [parameter.sensitive || sensitive.has(parameter.name) ? problem : { ...problem, received: shortened(values.join(",")) }];
  });
}

function receivedFor({ place, name }: Parameter, request: ContractRequest): string | readonly string[] | undefined {
  return place === "query" ? request.query[name] : place === "path" ? request.path[name] : undefined;
}

function brokenKeyword(value: string, schemas: readonly JsonObject[]): string | undefined {
  const types = typesOf(schemas);
  if (types.length > 0 && !types.includes("string")) {
    const isMisread = value === "" || (types.includes("integer") && Number.isInteger(Number(value)) && !/^-?\d+$/.test(value));
    return isMisread ? "type" : undefined;
  }
  return value === "" ? brokenByNothing(schemas) : undefined;
}

/** The keyword that an empty text breaks. */
function brokenByNothing(schemas: readonly JsonObject[]): string | undefined {
  const allowed = keyword(schemas, "enum");
  if (Array.isArray(allowed) && !allowed.includes("")) return "enum";
  if (Number(keyword(schemas, "minLength") ?? 0) > 0) return "minLength";
  const pattern = keyword(schemas, "pattern");
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test("")) return "pattern";
  return keyword(schemas, "format") === undefined ? undefined : "format";
}
