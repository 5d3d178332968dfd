/** Prints types that suggest the names of object types and properties, for the schemas with `x-names`. */

import { type SchemaObject, type TransformNodeOptions, transformSchemaObject } from "openapi-typescript";
import ts from "typescript";

/** The type parameter of generic types: the object type whose properties they name. */
const typeParameter = "Type";

/** The declaration of the type parameter. By default, every name is a string. */
export const typeParameters: string = `<${typeParameter} extends string = string>`;

interface Mark {
  readonly names: "objectTypes" | "properties";
  /** The object type of the properties, unless it depends on the request. */
  readonly objectType: string | undefined;
}

const marks = new WeakMap<ts.Node, Mark>();

/** Prints a schema with `x-names` as usual, and marks it for `withNames`. Returns `undefined` for other schemas. */
export function markedType(schema: SchemaObject, options: TransformNodeOptions, plain: ts.TypeNode | undefined): ts.TypeNode | undefined {
  const { "x-names": names, ...rest } = schema as SchemaObject & { readonly "x-names"?: string };
  if (names === undefined) return plain;
  const [kind, objectType] = names.split(":");
  // The node of a string is shared.
  const isString = "type" in rest && rest.type === "string";
  const node = plain ?? (isString ? keyword(ts.SyntaxKind.StringKeyword) : transformSchemaObject(rest as SchemaObject, options));
  marks.set(node, { names: kind as Mark["names"], objectType });
  return node;
}

export interface NamedTypes {
  readonly node: ts.TypeNode;
  /** Whether the type has the type parameter. */
  readonly isGeneric: boolean;
  /** The types for names that occur in it, which are not schemas. */
  readonly imports: readonly string[];
}

type SchemaOf = (node: ts.Node) => string | undefined;

/** Replaces the marked parts of a type. @param isGeneric whether a schema has the type parameter */
export function withNames(root: ts.TypeNode, schemaOf: SchemaOf, isGenericSchema: (name: string) => boolean): NamedTypes {
  const imports = new Set<string>();
  const named = (name: string, ...parameters: ts.TypeNode[]): ts.TypeNode => {
    imports.add(name);
    return ts.factory.createTypeReferenceNode(name, parameters);
  };
  const isGeneric = namesProperties(root, schemaOf, isGenericSchema);

  function replace(node: ts.Node, inGeneric: boolean): ts.Node {
    const mark = marks.get(node);
    if (mark !== undefined) return typeFor(mark, node as ts.TypeNode, inGeneric);
    const schema = schemaOf(node);
    if (schema === undefined) return ts.visitEachChild(node, (child) => replace(child, inGeneric), undefined);
    return inGeneric && isGenericSchema(schema) ? ts.factory.createTypeReferenceNode(schema, [parameter()]) : node;
  }

  function typeFor({ names, objectType }: Mark, plain: ts.TypeNode, inGeneric: boolean): ts.TypeNode {
    const type = objectType === undefined ? parameter() : ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(objectType));
    const values = valuesOf(plain);
    if (values === undefined) return names === "properties" ? named("PropertyName", type) : named("ObjectTypeName");
    if (names === "properties") return intersection(plain, named("ByProperty", type, replace(values, inGeneric) as ts.TypeNode));
    const byType = mapped(named("ObjectTypes"), replace(values, true) as ts.TypeNode);
    return intersection(plain, byType);
  }

  return { node: replace(root, isGeneric) as ts.TypeNode, isGeneric, imports: [...imports] };
}

function namesProperties(node: ts.Node, schemaOf: SchemaOf, isGenericSchema: (name: string) => boolean): boolean {
  const mark = marks.get(node);
  if (mark !== undefined) return mark.names === "properties" && mark.objectType === undefined;
  const schema = schemaOf(node);
  if (schema !== undefined) return isGenericSchema(schema);
  return ts.forEachChild(node, (child) => namesProperties(child, schemaOf, isGenericSchema) || undefined) ?? false;
}

/** Returns the type of an object's values; `undefined` for a string. */
function valuesOf(node: ts.TypeNode): ts.TypeNode | undefined {
  const [member] = ts.isTypeLiteralNode(node) ? node.members : [];
  return member !== undefined && ts.isIndexSignatureDeclaration(member) ? member.type : undefined;
}

/** `{ [Type in keyof ObjectTypes]?: Values }` */
function mapped(types: ts.TypeNode, values: ts.TypeNode): ts.TypeNode {
  const keys = ts.factory.createTypeOperatorNode(ts.SyntaxKind.KeyOfKeyword, types);
  const key = ts.factory.createTypeParameterDeclaration(undefined, typeParameter, keys);
  const optional = ts.factory.createToken(ts.SyntaxKind.QuestionToken);
  return ts.factory.createMappedTypeNode(undefined, key, undefined, optional, values, undefined);
}

function intersection(...parts: ts.TypeNode[]): ts.TypeNode {
  return ts.factory.createIntersectionTypeNode(parts);
}

function parameter(): ts.TypeNode {
  return ts.factory.createTypeReferenceNode(typeParameter);
}

function keyword(kind: ts.KeywordTypeSyntaxKind): ts.TypeNode {
  return ts.factory.createKeywordTypeNode(kind);
}
