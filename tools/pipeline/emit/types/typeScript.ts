/** Wraps openapi-typescript, which prints `paths`, `components` and `operations`. Emitters look up the type of any part by its path. */
import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  type SchemaObject,
  scanDiscriminators,
  transformSchema,
} from "openapi-typescript";
import ts from "typescript";
import type { Document } from "../../../openapi/document.ts";
import { methodsOf } from "../../../openapi/methods.ts";
import { ProblemsError } from "../../../problems.ts";
import type { Model } from "../../model/model.ts";

export interface PrintedTypes {
  readonly source: string;
  /** @param path for example `["components", "schemas", "Meeting"]` */
  typeAt(path: readonly string[]): PrintedType | undefined;
}

export interface TypeText {
  readonly text: string;
  readonly schemas: readonly string[];
}

export interface PrintedType extends TypeText {
  readonly isInterface: boolean;
}

export function printTypes(document: Document, { schemas }: Model): PrintedTypes {
  const names = new Map(schemas.map(({ key, name }) => [key, name]));
  const nameOf = (key: string): string => names.get(key) ?? "unknown";
  const nodes = withoutHelpers(printNodes(document));
  nodes.forEach(plainComments);
  const declarations = new Map<string, ts.InterfaceDeclaration>();
  for (const node of nodes) if (ts.isInterfaceDeclaration(node)) declarations.set(node.name.text, node);

  const printer = ts.createPrinter({ removeComments: false });
  const file = ts.createSourceFile("types.ts", "", ts.ScriptTarget.ESNext, false, ts.ScriptKind.TS);

  function find(path: readonly string[]): ts.TypeNode | undefined {
    const [root = "", ...steps] = path;
    let members: readonly ts.TypeElement[] | undefined = declarations.get(root)?.members;
    let found: ts.TypeNode | undefined;
    for (const step of steps) {
      found = followComponent(membersByName(members ?? []).get(step)?.type);
      members = found !== undefined && ts.isTypeLiteralNode(found) ? found.members : undefined;
    }
    return found;
  }

  // Follows references to shared parameters, responses and bodies, but not to schemas.
  function followComponent(node: ts.TypeNode | undefined): ts.TypeNode | undefined {
    const path = node && indexedPath(node);
    return path?.[0] === "components" && path[1] !== "schemas" ? find(path) : node;
  }

  const printed = (node: ts.TypeNode): string =>
    printer
      .printNode(ts.EmitHint.Unspecified, node, file)
      .replace(/components\["schemas"\]\["([^"\\]+)"\]/g, (_match, key: string) => nameOf(key));

  return {
    source: astToString(withAliases(nodes, nameOf)),
    typeAt(path) {
      const node = find(path);
      if (node === undefined) return undefined;
      return {
        text: printed(node),
        schemas: referencedSchemas(node).map(nameOf),
        isInterface: ts.isTypeLiteralNode(node) && node.members.every(ts.isPropertySignature),
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
    silent: true,
    transform: (schema: SchemaObject) => suggestKnownValues(schema) ?? bytes(schema) ?? impossible(schema),
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

/**
 * Replaces openapi-typescript's helper type for `allOf` next to `required`, because types are also printed into other modules. Omits
 * property names that exist only in some alternatives of a union.
 */
function withoutHelpers(nodes: readonly ts.Node[]): ts.Node[] {
  const { factory } = ts;
  const visit = (node: ts.Node): ts.Node => {
    const visited = ts.visitEachChild(node, visit, undefined);
    if (!ts.isTypeReferenceNode(visited) || !isNamed(visited.typeName, helper)) return visited;
    const [type, keys] = visited.typeArguments as unknown as [ts.TypeNode, ts.TypeNode];
    const known = factory.createIntersectionTypeNode([factory.createTypeOperatorNode(ts.SyntaxKind.KeyOfKeyword, type), keys]);
    const picked = factory.createTypeReferenceNode("Pick", [type, known]);
    return factory.createIntersectionTypeNode([type, factory.createTypeReferenceNode("Required", [picked])]);
  };
  return nodes.filter((node) => !(ts.isTypeAliasDeclaration(node) && isNamed(node.name, helper))).map(visit);
}

const helper = "WithRequired";

function isNamed(name: ts.EntityName, text: string): boolean {
  return ts.isIdentifier(name) && name.text === text;
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

/** TypeScript resolves property types eagerly, so circular ones, such as a list of itself, are errors. It resolves aliases lazily. */
function withAliases(nodes: readonly ts.Node[], nameOf: (key: string) => string): ts.Node[] {
  const { factory } = ts;
  return nodes.flatMap((node) => {
    if (!ts.isInterfaceDeclaration(node) || !isNamed(node.name, "components")) return [node];
    const schemas = membersByName(node.members).get("schemas");
    if (schemas?.type === undefined || !ts.isTypeLiteralNode(schemas.type)) return [node];
    const circular = circularSchemas(membersByName(schemas.type.members));
    const alias = (key: string): ts.TypeReferenceNode => factory.createTypeReferenceNode(nameOf(key));
    const shortened = (child: ts.Node): ts.Node => {
      const [, kind, key = ""] = (ts.isTypeNode(child) && indexedPath(child)) || [];
      return kind === "schemas" && circular.has(key) ? alias(key) : ts.visitEachChild(child, shortened, undefined);
    };
    const declarations = [...circular].map(([key, { type }]) =>
      factory.createTypeAliasDeclaration(undefined, nameOf(key), undefined, shortened(type as ts.TypeNode) as ts.TypeNode),
    );
    const keys = new Map<ts.Node, string>([...circular].map(([key, signature]) => [signature, key]));
    const named = (member: ts.Node): ts.Node => {
      if (member === schemas || member === schemas.type) return ts.visitEachChild(member, named, undefined);
      const key = keys.get(member);
      if (key === undefined || !ts.isPropertySignature(member)) return member;
      return factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, alias(key));
    };
    return [ts.visitEachChild(node, named, undefined), ...declarations];
  });
}

/** Returns the schemas that refer to themselves without an object in between, keyed as in the document. */
function circularSchemas(schemas: ReadonlyMap<string, ts.PropertySignature>): Map<string, ts.PropertySignature> {
  const referencesOf = ({ type }: ts.PropertySignature): string[] =>
    type === undefined ? [] : referencedSchemas(type, ts.isTypeLiteralNode);
  const references = new Map([...schemas].map(([key, signature]) => [key, referencesOf(signature)]));
  const leadsBack = (key: string): boolean => {
    const found = new Set(references.get(key));
    // Iterating a set visits elements that are added during the iteration.
    for (const one of found) for (const next of references.get(one) ?? []) found.add(next);
    return found.has(key);
  };
  return new Map([...schemas].filter(([key]) => leadsBack(key)));
}

function referencedSchemas(node: ts.Node, skip: (node: ts.Node) => boolean = () => false): string[] {
  if (skip(node)) return [];
  const path = ts.isTypeNode(node) ? indexedPath(node) : undefined;
  if (path?.[0] === "components" && path[1] === "schemas" && path[2] !== undefined) return [path[2]];
  const found: string[] = [];
  ts.forEachChild(node, (child) => void found.push(...referencedSchemas(child, skip)));
  return [...new Set(found)];
}

const memberMaps = new WeakMap<readonly ts.TypeElement[], Map<string, ts.PropertySignature>>();

function membersByName(members: readonly ts.TypeElement[]): Map<string, ts.PropertySignature> {
  const known = memberMaps.get(members);
  if (known !== undefined) return known;
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

/** openapi-typescript prints `format: binary` as a string. */
function bytes(schema: SchemaObject): ts.TypeNode | undefined {
  return schema.format === "binary" ? ts.factory.createTypeReferenceNode("Blob") : undefined;
}

/** For example, a property that must be absent has a schema that rejects every value. */
function impossible({ not }: SchemaObject & { readonly not?: object }): ts.TypeNode | undefined {
  return not !== undefined && Object.keys(not).length === 0 ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword) : undefined;
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
