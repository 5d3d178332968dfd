import { isForm, isJson, isMultipart, isText } from "../../../openapi/mediaTypes.ts";
import type { Credential, FieldStyle, Model, Operation, Parameter, Result } from "../../model/model.ts";
import type { GeneratedFile, Specifiers } from "../files.ts";
import { literal, propertyKey } from "../source.ts";
import { takesParameters } from "../types/operations.ts";

/** Emits a constant for each operation, so that bundlers can remove unused operations and the engine functions that only they use. */
export function emitOperationData(model: Model, { engine }: Specifiers): GeneratedFile {
  const constants = model.operations.map(
    (operation) => `export const ${operation.constant}: $engine.Operation = ${object(members(operation))};\n`,
  );
  const content = constants.length === 0 ? "export {};\n" : `import * as $engine from "${engine}";\n\n${constants.join("\n")}`;
  return { path: "operations.ts", content };
}

/** The source code of values, keyed by name. Keys whose value is `undefined` are omitted. */
type Members = Readonly<Record<string, string | undefined>>;

function members(operation: Operation): Members {
  const { id, method, path, authentication, credential, retry, queryParameters, headerParameters } = operation;
  const { body, sensitive, idempotencyKey, pagination, batch } = operation;
  return {
    id: literal(id),
    method: literal(method),
    path: literal(path),
    retry: literal(retry),
    authenticated: authentication === "none" ? literal(false) : undefined,
    authorize: credential && authorizer(credential),
    prepare: takesParameters(operation) ? "$engine.prepare" : undefined,
    query:
      queryParameters.length === 0
        ? undefined
        : object({ parameters: list(queryParameters.map(queryParameter)), write: queryWriter(queryParameters) }),
    headers: list(headerParameters.map(named)),
    body: body && object(bodyMembers(body)),
    read: bodyReader(operation),
    knownError: operation.hasOAuthErrors ? "$engine.oauthError" : undefined,
    sensitive: list(sensitive),
    secrets: sensitive.length === 0 ? undefined : "$engine.secretsIn",
    idempotencyKey: idempotencyKey && object({ path: literal(idempotencyKey), add: "$engine.withIdempotencyKey" }),
    pagination: pagination && literal(pagination),
    batch: batch && literal(batch),
  };
}

function authorizer(credential: Credential): string {
  if (credential.scheme === "basic") return "$engine.sendBasic";
  return `(key, search) => $engine.sendKey(${literal(credential.in)}, ${literal(credential.name)}, key, search)`;
}

/** Returns the engine function that reads the body, by status if necessary; `undefined` for JSON objects and lists. */
function bodyReader({ results }: Operation): string | undefined {
  // Responses with the status 204 or 205 have no body (RFC 9110, 15.3.5 and 15.3.6).
  const readers = results
    .filter(({ status }) => status !== "204" && status !== "205")
    .map((result) => [result.status, readerOf(result)] as const);
  if (readers.length === 0) return "$engine.readAny";
  const [[, first] = [], ...others] = readers;
  if (others.every(([, reader]) => reader === first)) return first;
  return `$engine.readByStatus(${object(Object.fromEntries(readers))})`;
}

function readerOf({ mediaType, isStructure }: Result): string | undefined {
  if (mediaType === undefined) return "$engine.readAny";
  if (isJson(mediaType)) return isStructure ? undefined : "$engine.readAny";
  return isText(mediaType) ? "$engine.readText" : "$engine.readBlob";
}

function bodyMembers(body: NonNullable<Operation["body"]>): Members {
  const { mediaType, placement, member } = body;
  return {
    // The parameter `boundary` is omitted, because fetch adds it. Media ranges are replaced, because a request must name a media type.
    mediaType:
      mediaType === "application/json"
        ? undefined
        : literal(isMultipart(mediaType) ? "multipart/form-data" : mediaType.includes("*") ? "application/octet-stream" : mediaType),
    write: bodyWriter(body),
    placement: placement === "fields" ? undefined : literal(placement),
    member: placement === "member" && member !== "body" ? literal(member) : undefined,
  };
}

function queryWriter(parameters: readonly Parameter[]): string {
  return parameters.some(({ style }) => style === "deepObject") ? "$engine.writeDeepQuery" : "$engine.writeQuery";
}

/** Returns the engine function that writes the body; `undefined` for JSON. */
function bodyWriter({ mediaType, styles }: NonNullable<Operation["body"]>): string | undefined {
  if (isMultipart(mediaType)) return "$engine.writeMultipart";
  if (styles.length > 0) return `(body) => $engine.writeStyledForm(${literal(styles.map(styledField))}, body)`;
  if (isForm(mediaType)) return "$engine.writeForm";
  return isJson(mediaType) ? undefined : "$engine.writeRaw";
}

function named({ name, member }: Parameter): object {
  return { name, ...(member === name ? {} : { member }) };
}

function queryParameter(parameter: Parameter): object {
  // The query serializer does not encode names, so characters that would end a name are encoded here.
  const name = parameter.name.replace(/[&=#+%]/g, encodeURIComponent);
  return { ...named({ ...parameter, name }), ...styleOf(parameter) };
}

function styledField(field: FieldStyle): object {
  const name = encodeURIComponent(field.name);
  return { name, ...(name === field.name ? {} : { member: field.name }), ...styleOf(field) };
}

function styleOf({ style, explode }: Pick<Parameter, "style" | "explode">): object {
  return { ...(style === "form" ? {} : { style }), ...(explode === (style === "form") ? {} : { explode }) };
}

function object(all: Members): string {
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return `{\n${given.map(([name, value]) => `  ${propertyKey(name)}: ${value?.replaceAll("\n", "\n  ")},\n`).join("")}}`;
}

function list(values: readonly unknown[]): string | undefined {
  return values.length === 0 ? undefined : literal(values);
}
