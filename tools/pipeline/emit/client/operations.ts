import type { Body, Model, Operation, Parameter } from "../../model/model.ts";
import type { GeneratedFile, Imports } from "../files.ts";
import { literal, propertyKey } from "../source.ts";
import { takesParameters } from "../types/operations.ts";

/** Emits a constant for each operation, so that bundlers can remove unused operations and the engine functions that only they use. */
export function emitOperationData(model: Model, { engine }: Imports): GeneratedFile {
  const constants = model.operations.map(
    (operation) => `export const ${operation.constant}: $engine.Operation = ${object(members(operation))};\n`,
  );
  return { path: "operations.ts", content: `import * as $engine from "${engine}";\n\n${constants.join("\n")}` };
}

/** The source code of values, keyed by name. Keys whose value is `undefined` are omitted. */
type Members = Readonly<Record<string, string | undefined>>;

function members(operation: Operation): Members {
  const { id, method, path, authentication, retry, queryParameters, headerParameters } = operation;
  const { body, sensitive, idempotencyKey, pagination, batch } = operation;
  return {
    id: literal(id),
    method: literal(method),
    path: literal(path),
    retry: literal(retry),
    authenticated: authentication === "none" ? literal(false) : undefined,
    prepare: takesParameters(operation) ? "$engine.prepare" : undefined,
    query:
      queryParameters.length === 0
        ? undefined
        : object({ parameters: list(queryParameters.map(queryParameter)), write: "$engine.writeQuery" }),
    headers: list(headerParameters.map(({ name }) => ({ name }))),
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

/** Returns the engine function that reads the body; `undefined` if every body is a JSON object or list, or the status is 204 or 205. */
function bodyReader({ results }: Operation): string | undefined {
  // Responses with the status 204 or 205 have no body (RFC 9110, 15.3.5 and 15.3.6).
  const withBody = results.filter(({ status }) => status !== "204" && status !== "205");
  return withBody.length > 0 && withBody.every(({ isStructure }) => isStructure) ? undefined : "$engine.readAny";
}

function bodyMembers({ mediaType, placement }: Body): Members {
  const isForm = mediaType === "application/x-www-form-urlencoded";
  return {
    mediaType: isForm ? literal(mediaType) : undefined,
    write: isForm ? "$engine.writeForm" : undefined,
    placement: placement === "fields" ? undefined : literal(placement),
  };
}

function queryParameter({ name, explode }: Parameter): object {
  return { name, ...(explode ? {} : { explode }) };
}

function object(all: Members): string {
  const members = Object.entries(all).filter(([, value]) => value !== undefined);
  return `{\n${members.map(([name, value]) => `  ${propertyKey(name)}: ${value?.replaceAll("\n", "\n  ")},\n`).join("")}}`;
}

function list(values: readonly unknown[]): string | undefined {
  return values.length === 0 ? undefined : literal(values);
}
