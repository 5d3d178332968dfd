import { isObject, type JsonObject, type OpenApiDocument } from "./document.ts";
import type { Operation, RequestBody } from "./operations.ts";
import { schemasAt, typesOf } from "./schemas.ts";

/** The declared fields of a value, computed on first use. */
export interface Shape {
  /** Whether the schema lists the fields. Without a list, undeclared fields are not mistakes. */
  readonly listsFields: boolean;
  /** Whether a field is declared, by name or by `additionalProperties`. */
  declares(name: string): boolean;
  field(name: string): Shape;
  item(): Shape;
}

export const anyShape: Shape = { listsFields: false, declares: () => true, field: () => anyShape, item: () => anyShape };

const ofBodies = new WeakMap<RequestBody, Shape>();

/** Returns the shape of an operation's request body, which is computed once. */
export function bodyShape(document: OpenApiDocument, { body }: Operation): Shape {
  if (body === undefined) return anyShape;
  const shape = ofBodies.get(body) ?? shapeOf(document, body.schema);
  ofBodies.set(body, shape);
  return shape;
}

function shapeOf(document: OpenApiDocument, ...schemas: readonly unknown[]): Shape {
  const parts = schemas.flatMap((schema) => schemasAt(document, schema, []));
  if (isOpen(parts)) return anyShape;
  const names = new Set(parts.flatMap((part) => Object.keys((part["properties"] ?? {}) as JsonObject)));
  const hasOthers = parts.some((part) => isObject(part["additionalProperties"]) || isObject(part["patternProperties"]));
  const fields = new Map<string, Shape>();
  let others: Shape | undefined;
  let items: Shape | undefined;
  return {
    listsFields: names.size > 0,
    declares: (name) => hasOthers || names.has(name),
    field: (name) => {
      if (!names.has(name)) return other();
      const known = fields.get(name) ?? under((part) => ((part["properties"] ?? {}) as JsonObject)[name]);
      fields.set(name, known);
      return known;
    },
    item: () => {
      items ??= under((part) => part["items"]);
      return items;
    },
  };

  function other(): Shape {
    others ??= under((part) => part["additionalProperties"]);
    return others;
  }

  function under(child: (part: JsonObject) => unknown): Shape {
    return shapeOf(document, ...parts.map(child).filter(isObject));
  }
}

function isOpen(parts: readonly JsonObject[]): boolean {
  if (parts.length === 0) return false;
  if (parts.some((part) => part["additionalProperties"] === true)) return true;
  if (parts.some((part) => part["properties"] !== undefined || part["items"] !== undefined || isObject(part["additionalProperties"])))
    return false;
  const types = typesOf(parts);
  return types.length === 0 || types.includes("object");
}
