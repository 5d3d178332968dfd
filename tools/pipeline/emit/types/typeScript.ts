/** Wraps openapi-typescript, which prints `paths`, `components` and `operations`. Emitters look up the type of any part by its path. */

import { methodsOf } from "@crm-platform/mock/contract";
import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  type SchemaObject,
  scanDiscriminators,
  type TransformNodeOptions,
  transformSchema,
} from "openapi-typescript";
import ts from "typescript";
import type { Document } from "../../../openapi/document.ts";
import { ProblemsError } from "../../../problems.ts";
import { markedType, withNames } from "./names.ts";

export interface PrintedTypes {
  readonly source: string;
  /** @param path for example `["components", "schemas", "Meeting"]` */
  typeAt(path: readonly string[]): PrintedType | undefined;
}

export interface TypeText {
  readonly text: string;
  readonly schemas: readonly string[];
  /** The types in the text that suggest names, for example `PropertyName`. */
  readonly nameTypes: readonly string[];
  /** Whether the text contains the type parameter. */
  readonly isGeneric: boolean;
}

export interface PrintedType extends TypeText {
  readonly isInterface: boolean;
}

/** The names of schemas are the names of their types. */
export function printTypes(document: Document): PrintedTypes {
  const nodes = printNodes(document);
  nodes.forEach(plainComments);
  const declarations = new Map<string, ts.InterfaceDeclaration>();
  for (const node of nodes) if (ts.isInterfaceDeclaration(node)) declarations.set(node.name.text, node);

  const printer = ts.createPrinter({ removeComments: false });
  const file = ts.createSourceFile("types.ts", "", ts.ScriptTarget.ESNext, false, ts.ScriptKind.TS);

  function find(path: readonly string[]): ts.TypeNode | undefined {
    const [root = "", ...steps] = path;
    let members: readonly ts.TypeElement[] | undefined = declarations.get(root)?.members;
    let target: ts.TypeNode | undefined;
    for (const step of steps) {
      target = followComponent(membersByName(members ?? []).get(step)?.type);
      members = target !== undefined && ts.isTypeLiteralNode(target) ? target.members : undefined;
    }
    return target;
  }

  // Follows references to shared parameters, responses and bodies, but not to schemas.
  function followComponent(node: ts.TypeNode | undefined): ts.TypeNode | undefined {
    const path = node && indexedPath(node);
    return path?.[0] === "components" && path[1] !== "schemas" ? find(path) : node;
  }

  const textOf = (node: ts.TypeNode): string =>
    printer.printNode(ts.EmitHint.Unspecified, node, file).replace(/components\["schemas"\]\["([^"\\]+)"\]/g, "$1");

  const genericSchemas = new Map<string, boolean>();
  function isGenericSchema(name: string): boolean {
    const earlier = genericSchemas.get(name);
    if (earlier !== undefined) return earlier;
    // A schema that contains itself is generic if another part of it is.
    genericSchemas.set(name, false);
    const node = find(["components", "schemas", name]);
    const isGeneric = node !== undefined && withNames(node, schemaOf, isGenericSchema).isGeneric;
    genericSchemas.set(name, isGeneric);
    return isGeneric;
  }

  return {
    source: astToString(nodes),
    typeAt(path) {
      const node = find(path);
      if (node === undefined) return undefined;
      const { node: named, isGeneric, imports } = withNames(node, schemaOf, isGenericSchema);
      return {
        text: textOf(named),
        schemas: referencedSchemas(node),
        nameTypes: imports,
        isGeneric,
        isInterface: ts.isTypeLiteralNode(named) && named.members.every(ts.isPropertySignature),
      };
    },
  };
}

/** Skips openapi-typescript's own lint and bundling, because the document is a bundle of linted files. */
function printNodes(original: Document): ts.Node[] {
  const document = withUnnamedWebhooks(structuredClone(original)) as unknown as OpenAPI3;
  const options = {
    // The server applies defaults, so the value stays optional in requests.
    defaultNonNullable: false,
    // The properties of `type: object` without further keywords have unknown values.
    emptyObjectsUnknown: true,
    silent: true,
    transform: (schema: SchemaObject, node: TransformNodeOptions) => markedType(schema, node, suggestKnownValues(schema)),
  };
  const resolve = (reference: string): unknown => resolveRef(document, reference, options);
  try {
    const discriminators = scanDiscriminators(document, options);
    return transformSchema(document, { ...options, discriminators, resolve, injectFooter: [] } as unknown as GlobalContext);
  } catch (error) {
    const message = `openapi-typescript cannot print the types: ${(error as Error).message}`;
    throw new ProblemsError("types", [{ file: "the bundle", pointer: "#/", message }]);
  }
}

/** Modifies the document, because openapi-typescript prints a webhook with an operationId as one of the operations. */
function withUnnamedWebhooks(document: Document): Document {
  for (const item of Object.values(document.webhooks ?? {})) {
    for (const method of methodsOf(item)) delete (item[method] as { operationId?: string }).operationId;
  }
  return document;
}

/** Text from the document cannot end the comment. */
function plainComments(node: ts.Node): void {
  for (const comment of ts.getSyntheticLeadingComments(node) ?? []) {
    const plain = comment.text.replace(/^( ?\*) @description (@?)/m, escapedTag).replace(/^( \*) {5}(@?)/gm, escapedTag);
    comment.text = plain.replaceAll("*/", "*\\/");
  }
  ts.forEachChild(node, plainComments);
}

function escapedTag(_match: string, star: string, at: string): string {
  return `${star} ${at === "" ? "" : "\\@"}`;
}

function referencedSchemas(node: ts.Node): string[] {
  const schema = schemaOf(node);
  if (schema !== undefined) return [schema];
  const names: string[] = [];
  ts.forEachChild(node, (child) => void names.push(...referencedSchemas(child)));
  return [...new Set(names)];
}

function schemaOf(node: ts.Node): string | undefined {
  const path = ts.isTypeNode(node) ? indexedPath(node) : undefined;
  return path?.[0] === "components" && path[1] === "schemas" ? path[2] : undefined;
}

const memberMaps = new WeakMap<readonly ts.TypeElement[], Map<string, ts.PropertySignature>>();

function membersByName(members: readonly ts.TypeElement[]): Map<string, ts.PropertySignature> {
  const cachedMap = memberMaps.get(members);
  if (cachedMap !== undefined) return cachedMap;
  const map = new Map<string, ts.PropertySignature>();
  for (const member of members) {
    if (!ts.isPropertySignature(member)) continue;
    if (ts.isIdentifier(member.name) || ts.isStringLiteral(member.name) || ts.isNumericLiteral(member.name))
      map.set(member.name.text, member);
  }
  memberMaps.set(members, map);
  return map;
}

/** Accepts, for example, `components["responses"]["NotFound"]`. */
function indexedPath(node: ts.TypeNode): string[] | undefined {
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) return [node.typeName.text];
  if (!ts.isIndexedAccessTypeNode(node)) return undefined;
  const start = indexedPath(node.objectType);
  const index = node.indexType;
  if (start === undefined || !ts.isLiteralTypeNode(index) || !ts.isStringLiteral(index.literal)) return undefined;
  return [...start, index.literal.text];
}

/** The union suggests the known values and accepts any string. */
function suggestKnownValues(schema: SchemaObject): ts.TypeNode | undefined {
  const values = (schema as { "x-known-values"?: readonly string[] })["x-known-values"];
  if (!Array.isArray(values)) return undefined;
  const anyOther = ts.factory.createIntersectionTypeNode([
    ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    ts.factory.createTypeLiteralNode([]),
  ]);
  const literals = values.map((value) => ts.factory.createLiteralTypeNode(ts.factory.createStringLiteral(String(value))));
  return ts.factory.createUnionTypeNode([...literals, ts.factory.createParenthesizedType(anyOther)]);
}
