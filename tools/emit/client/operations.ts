import type { Model, Operation, Parameter } from "../../model/model.ts";
import type { GeneratedFile, Specifiers } from "../files.ts";
import { header, literal } from "../source.ts";
import { takesParameters } from "../types/operations.ts";

/** The operations as data: all that the engine needs to run one. One constant each, so that bundlers drop the others. */
export function emitOperationData(model: Model, { engine }: Specifiers): GeneratedFile {
  const constants = model.operations.map((operation) => `export const ${operation.constant}: Operation = ${object(members(operation))};\n`);
  const functions = model.operations.flatMap(functionsOf);
  const imports = ["type Operation", ...[...new Set(functions)].sort()].join(", ");
  const content = constants.length === 0 ? "export {};\n" : `import { ${imports} } from "${engine}";\n\n${constants.join("\n")}`;
  return { path: "operations.ts", content: header() + content };
}

/** Names and values as source code; those without a value are left out. */
type Members = Readonly<Record<string, string | undefined>>;

function members(operation: Operation): Members {
  const { id, method, path, authentication, retry, pathParameters, queryParameters, headerParameters } = operation;
  const { body, sensitive, idempotencyKey, pagination, batch } = operation;
  return {
    id: literal(id),
    method: literal(method),
    path: literal(path),
    retry: literal(retry),
    authenticated: literal(authentication !== "none"),
    pathParameters: list(pathParameters.map(({ name }) => name)),
    sort: takesParameters(operation) ? "sortParameters" : undefined,
    query:
      queryParameters.length === 0 ? undefined : object({ parameters: list(queryParameters.map(queryParameter)), write: "writeQuery" }),
    headers: list(headerParameters.map(named)),
    body: body && object(bodyMembers(body)),
    sensitive: list(sensitive),
    idempotencyKey: idempotencyKey && object({ path: literal(idempotencyKey), add: "withIdempotencyKey" }),
    pagination: pagination && literal(pagination),
    batch: batch && literal(batch),
  };
}

function bodyMembers(body: NonNullable<Operation["body"]>): Members {
  const { mediaType, placement, member } = body;
  return {
    mediaType: literal(mediaType),
    write: bodyWriter(mediaType),
    placement: placement === "fields" ? undefined : literal(placement),
    member: placement === "member" && member !== "body" ? literal(member) : undefined,
  };
}

/** The function of the engine that writes a body; JSON and forms are written by openapi-fetch. */
function bodyWriter(mediaType: string): string | undefined {
  if (mediaType === "multipart/form-data") return "writeMultipart";
  return mediaType.includes("json") || mediaType === "application/x-www-form-urlencoded" ? undefined : "writeRaw";
}

/** The functions of the engine that an operation refers to; a bundle without the operation is one without them. */
function functionsOf(operation: Operation): string[] {
  const { queryParameters, body, idempotencyKey } = operation;
  const writer = body && bodyWriter(body.mediaType);
  return [
    ...(takesParameters(operation) ? ["sortParameters"] : []),
    ...(queryParameters.length > 0 ? ["writeQuery"] : []),
    ...(idempotencyKey === undefined ? [] : ["withIdempotencyKey"]),
    ...(writer === undefined ? [] : [writer]),
  ];
}

function named({ name, member }: Parameter): object {
  return { name, ...(member === name ? {} : { member }) };
}

function queryParameter(parameter: Parameter): object {
  const { style, explode } = parameter;
  return { ...named(parameter), ...(style === "form" ? {} : { style }), ...(explode === (style === "form") ? {} : { explode }) };
}

function object(all: Members): string {
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return `{\n${given.map(([name, value]) => `  ${name}: ${value?.replaceAll("\n", "\n  ")},\n`).join("")}}`;
}

function list(values: readonly unknown[]): string | undefined {
  return values.length === 0 ? undefined : literal(values);
}
