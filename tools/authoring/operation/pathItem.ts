import type { Body, Design } from "./design.ts";
import { type Field, schemaOf } from "./fields.ts";

/** The path item of a new operation, its keys in the order of spec/README.md. */
export function pathItem(operation: Design): object {
  const { area, name, method, summary, description, retry, grade, note, scopes, ids, query, body } = operation;
  const parameters = [
    ...ids.map((field) => parameter(field, "path", operation)),
    ...query.map((field) => parameter(field, "query", operation)),
  ];
  return {
    [method]: {
      operationId: `${area}.${name}`,
      tags: [area],
      summary,
      description,
      "x-retry": retry,
      ...(grade !== "described" && { "x-evidence": { grade, note } }),
      security: scopes.map((scope) => ({ oauth2: [scope] })),
      ...(parameters.length > 0 && { parameters }),
      ...(body && { requestBody: { required: true, description: body.description, content: content(body, operation) } }),
      responses: responses(operation),
    },
  };
}

function parameter(field: Field, place: "path" | "query", { example, summary }: Design): object {
  const { description: _above, ...schema } = schemaOf(field, "./schemas/") as { description?: string };
  const isText = field.type === "string";
  return {
    name: field.name,
    in: place,
    ...((place === "path" || field.required) && { required: true }),
    description: field.description,
    schema: { ...schema, ...(place === "path" && isText && { minLength: 1 }) },
    examples: { [example]: { summary, value: field.example } },
  };
}

function content({ schema, example: value }: Body, { example, summary }: Design): object {
  return { "application/json": { schema: { $ref: `./schemas/${schema}.yaml` }, examples: { [example]: { summary, value } } } };
}

/** The success, and the failures that can happen to such an operation. */
function responses(operation: Design): object {
  const { status, answer, answerDescription, ids, query, body, scopes } = operation;
  const failure = (name: string): object => ({ $ref: `../shared/responses/${name}.yaml` });
  return {
    [status]: { description: answerDescription, ...(answer && { content: content(answer, operation) }) },
    ...((ids.length > 0 || query.length > 0 || body) && { 400: failure("ValidationError") }),
    ...(scopes.length > 0 && { 401: failure("Unauthorized"), 403: failure("MissingScopes") }),
    ...(ids.length > 0 && { 404: failure("ObjectNotFound") }),
    429: failure("RateLimits"),
    default: failure("Unexpected"),
  };
}
