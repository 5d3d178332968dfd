import { isDeepStrictEqual } from "node:util";
import type { ContractRequest } from "../contract/message.ts";
import type { Operation, Parameter } from "../contract/openapi/operations.ts";

/** Returns the name of an example with an equal request. Missing parameters are treated as if they had their default values. */
export function pairedExample(operation: Operation, request: ContractRequest): string | undefined {
  const parameters = operation.parameters.filter((parameter) => parameter.examples.size > 0);
  const sources = operation.body ? [operation.body] : parameters;
  const names = operation.responses.flatMap((response) => [...response.examples.keys()]);
  return names.find(
    (name) =>
      sources.some((source) => source.examples.has(name)) &&
      (!operation.body || isDeepStrictEqual(request.body, operation.body.examples.get(name))) &&
      parameters.every((parameter) => equalsExample(parameter, name, request)),
  );
}

function equalsExample(parameter: Parameter, name: string, request: ContractRequest): boolean {
  const [first] = parameter.examples.values();
  const exampleValue = parameter.examples.has(name) ? parameter.examples.get(name) : first;
  const requestValue = receivedFor(parameter, request) ?? parameter.schema["default"];
  return requestValue !== undefined && [requestValue].flat().join(",") === [exampleValue].flat().join(",");
}

function receivedFor({ name, place }: Parameter, request: ContractRequest): string | readonly string[] | undefined {
  if (place === "path") return request.path[name];
  return place === "query" ? request.query[name] : request.headers[name.toLowerCase()];
}
