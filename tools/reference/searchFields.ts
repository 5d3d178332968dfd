import type { Document, Parameter, Schema } from "../openapi/document.ts";
import type { Kind } from "./browser/find.ts";
import { type Facts, lookUp, type OperationFacts } from "./facts.ts";

/** A field, a parameter or a header, and where it is met. */
export interface FieldFacts {
  readonly kind: Extract<Kind, "Field" | "Parameter" | "Header">;
  readonly name: string;
  /** The schema that it belongs to; of what belongs to no schema, nothing. */
  readonly owner: string;
  /** With the values that it can have, where the document lists them. */
  readonly description: string;
  readonly operations: readonly OperationFacts[];
}

interface Header {
  readonly description?: string;
  readonly schema?: Schema;
}

interface Response {
  readonly headers?: Readonly<Record<string, Header>>;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

type Meet = (field: Omit<FieldFacts, "operations">) => void;

/** Every field, parameter and header of the operations, once for each meaning that it has. */
export function fieldsOf({ document, operations }: Facts): FieldFacts[] {
  const found = new Map<string, FieldFacts & { readonly operations: OperationFacts[] }>();
  for (const operation of operations) {
    const meet: Meet = (field) => {
      const key = JSON.stringify(field);
      const known = found.get(key) ?? { ...field, operations: [] };
      found.set(key, known);
      if (!known.operations.includes(operation)) known.operations.push(operation);
    };
    for (const parameter of operation.source.parameters ?? []) {
      const { name, description = "", schema = {} } = resolve<Parameter>(document, parameter);
      meet({ kind: "Parameter", name, owner: "", description: withValues(description, schema) });
    }
    const walk = walker(document, meet);
    const answers = Object.values(operation.source.responses ?? {});
    for (const part of [operation.source.requestBody ?? {}, ...answers]) {
      const { headers = {}, content = {} } = resolve<Response>(document, part);
      for (const [name, header] of Object.entries(headers)) {
        const { description = "", schema = {} } = resolve<Header>(document, header);
        meet({ kind: "Header", name, owner: "", description: withValues(description, schema) });
      }
      for (const { schema } of Object.values(content)) if (schema !== undefined) walk(schema, "");
    }
  }
  return [...found.values()];
}

/** Walks through schemas, each named one once, and tells of every property. */
function walker(document: Document, meet: Meet): (schema: Schema, owner: string) => void {
  const visited = new Set<string>();
  const walk = (schema: Schema, owner: string): void => {
    if (schema.$ref !== undefined) {
      if (visited.has(schema.$ref)) return;
      visited.add(schema.$ref);
      walk(lookUp(document, schema.$ref) as Schema, schema.$ref.split("/").at(-1) ?? "");
      return;
    }
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      const meant = resolve<Schema>(document, property);
      meet({ kind: "Field", name, owner, description: withValues(property.description ?? meant.description ?? "", meant) });
      walk(property, owner);
    }
    const { allOf = [], oneOf = [], anyOf = [], items, additionalProperties } = schema;
    for (const part of [...allOf, ...oneOf, ...anyOf]) walk(part, owner);
    if (items !== undefined) walk(items, owner);
    if (typeof additionalProperties === "object") walk(additionalProperties, owner);
  };
  return walk;
}

function withValues(description: string, schema: Schema): string {
  const values = [schema, schema.items ?? {}].flatMap((one) => [...(one.enum ?? []), ...(one["x-known-values"] ?? [])]);
  return [description, ...values.map(String)].join(" ");
}

function resolve<T>(document: Document, part: object): T {
  return ("$ref" in part ? lookUp(document, String(part.$ref)) : part) as T;
}
