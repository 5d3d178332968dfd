import { isObject, type JsonObject, type OpenApiDocument } from "./document.ts";
import type { Operation, RequestBody } from "./operations.ts";
import { schemasAt, typesOf } from "./schemas.ts";

/** The fields that the document declares for a value, and for the values in it. */
export interface Shape {
  /** Whether the schema lists the fields. Without a list, undeclared fields are not mistakes. */
  readonly listsFields: boolean;
  /** Whether a field is declared, by name or by `additionalProperties`. */
  declares(name: string): boolean;
  field(name: string): Shape;
  item(): Shape;
}

/** The shape of a value that may have any fields. */
export const anyShape: Shape = { listsFields: false, declares: () => true, field: () => anyShape, item: () => anyShape };

const ofBodies = new WeakMap<RequestBody, Shape>();

/** Returns the shape of an operation's request body, which is computed once. */
export function bodyShape(document: OpenApiDocument, { body }: Operation): Shape {
  if (body === undefined) return anyShape;
  const shape = ofBodies.get(body) ?? shapeOf(document, [body.schema]);
  ofBodies.set(body, shape);
  return shape;
}

/** @param schemas the schemas that all apply to the value */
function shapeOf(document: OpenApiDocument, schemas: readonly unknown[]): Shape {
  const parts = schemas.filter(isObject).flatMap((schema) => schemasAt(document, schema, []));
  return allowsAnything(parts) ? anyShape : new SchemaShape(document, parts);
}

/** Computes the shapes of fields and items on first use, because a schema can contain itself. */
class SchemaShape implements Shape {
  readonly #document: OpenApiDocument;
  readonly #parts: readonly JsonObject[];
  readonly #names: ReadonlySet<string>;
  readonly #fields = new Map<string, Shape>();
  #otherFields: Shape | undefined;
  #items: Shape | undefined;

  constructor(document: OpenApiDocument, parts: readonly JsonObject[]) {
    this.#document = document;
    this.#parts = parts;
    this.#names = new Set(parts.flatMap((part) => Object.keys(propertiesOf(part))));
  }

  get listsFields(): boolean {
    return this.#names.size > 0;
  }

  declares(name: string): boolean {
    return (
      this.#names.has(name) || this.#parts.some((part) => isObject(part["additionalProperties"]) || isObject(part["patternProperties"]))
    );
  }

  field(name: string): Shape {
    if (!this.#names.has(name)) {
      this.#otherFields ??= this.#shapeAt((part) => part["additionalProperties"]);
      return this.#otherFields;
    }
    const shape = this.#fields.get(name) ?? this.#shapeAt((part) => propertiesOf(part)[name]);
    this.#fields.set(name, shape);
    return shape;
  }

  item(): Shape {
    this.#items ??= this.#shapeAt((part) => part["items"]);
    return this.#items;
  }

  #shapeAt(schemaIn: (part: JsonObject) => unknown): Shape {
    return shapeOf(this.#document, this.#parts.map(schemaIn));
  }
}

function propertiesOf(part: JsonObject): JsonObject {
  const { properties } = part;
  return isObject(properties) ? properties : {};
}

/** Whether the schemas allow other fields explicitly, or are objects or anything without further declarations. */
function allowsAnything(parts: readonly JsonObject[]): boolean {
  if (parts.length === 0) return false;
  if (parts.some((part) => part["additionalProperties"] === true)) return true;
  if (parts.some((part) => part["properties"] !== undefined || part["items"] !== undefined || isObject(part["additionalProperties"])))
    return false;
  const types = typesOf(parts);
  return types.length === 0 || types.includes("object");
}
