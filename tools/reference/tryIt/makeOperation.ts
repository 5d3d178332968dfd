import type { Document, Example, Json, Parameter, RequestBody, Schema, WithExamples } from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";
import type { Facts, OperationFacts } from "../facts.ts";
import type { TryItOperation, TryItParameter } from "./operation.ts";

type NamedExample = Example & { readonly summary?: string };

const destructiveMethods = ["DELETE", "PUT"];
const destructiveNames = /delete|remove|archive|merge|reset|revoke/i;

export function tryItOperation({ document }: Facts, operation: OperationFacts): TryItOperation {
  const { id, method, path, authentication, source } = operation;
  const parameters = (source.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter));
  const content = source.requestBody === undefined ? {} : (resolve<RequestBody>(document, source.requestBody).content ?? {});
  const bodies = examplesOf(document, Object.values(content)[0]);
  // An example of the body belongs to the parameters' examples of the same name.
  const [firstName = ""] = parameters.flatMap((parameter) => [...examplesOf(document, parameter).keys()]);
  const examples: readonly (readonly [name: string, example: NamedExample])[] = bodies.size > 0 ? [...bodies] : [[firstName, {}]];
  return {
    id,
    method,
    path,
    needsToken: authentication === "required",
    isDestructive: destructiveMethods.includes(method) || destructiveNames.test(operation.name),
    parameters: parameters.map((parameter) => tryItParameter(document, parameter)),
    body: operation.body && { mediaType: operation.body.mediaType, placement: operation.body.placement },
    examples: examples.map(([name, { summary = "Example", value }]) => ({
      label: summary,
      values: parameters.map((parameter) => textOf(exampleOf(document, parameter, name))),
      body: value === undefined ? "" : JSON.stringify(value, undefined, 2),
    })),
  };
}

function tryItParameter(document: Document, parameter: Parameter): TryItParameter {
  const { name, in: place, required = false, explode = true } = parameter;
  const { type = "string", enum: values = [], "x-known-values": suggestions = [] } = resolve<Schema>(document, parameter.schema ?? {});
  const [example] = examplesOf(document, parameter).values();
  return {
    name,
    place: place as TryItParameter["place"],
    type: String(type),
    required,
    explode,
    values: type === "boolean" ? ["true", "false"] : values.map(String),
    suggestions,
    example: textOf(example?.value),
  };
}

function exampleOf(document: Document, parameter: Parameter, name: string): Json | undefined {
  const examples = examplesOf(document, parameter);
  return (examples.get(name) ?? (parameter.required ? [...examples.values()][0] : undefined))?.value;
}

function examplesOf(document: Document, { examples = {} }: WithExamples = {}): Map<string, NamedExample> {
  return new Map(Object.entries(examples).map(([name, example]) => [name, resolve<NamedExample>(document, example)]));
}

function textOf(value: Json | undefined): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
