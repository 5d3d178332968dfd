/**
 * The one place that knows openapi-typescript. It prints the document's `paths`, `components` and `operations`, and lets the
 * builder look up the printed type of any part of them by path.
 */
import openapiTypeScript, { astToString, type OpenAPI3, type SchemaObject } from "openapi-typescript";
import ts from "typescript";
import type { Document } from "../bundle/document.ts";

export interface PrintedTypes {
  /** The module as openapi-typescript writes it. */
  readonly source: string;
  /** The type at a path such as `["components", "schemas", "Meeting"]`, or `undefined` where the document has nothing there. */
  typeAt(path: readonly string[]): PrintedType | undefined;
}

export interface PrintedType {
  readonly text: string;
  /** The exported names of the schemas it refers to. Its comments may name others. */
  readonly schemas: readonly string[];
  /** Whether it is an object with known members and nothing else, which an `interface` can declare or extend. */
  readonly isInterface: boolean;
}

/** @param nameOf the exported name of a component schema, by its key in the document. */
export async function printTypes(document: Document, nameOf: (key: string) => string): Promise<PrintedTypes> {
  const printedNodes = await openapiTypeScript(structuredClone(document) as unknown as OpenAPI3, {
    // A default is the server's business: nobody has to send the value.
    defaultNonNullable: false,
    silent: true,
    transform: (schema) => suggestKnownValues(schema) ?? bytes(schema) ?? impossible(schema),
  });
  const nodes = withoutHelpers(printedNodes);
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

  // References to shared parameters, responses and bodies are followed; those to schemas stay, they have names.
  function followComponent(node: ts.TypeNode | undefined): ts.TypeNode | undefined {
    const path = node && indexedPath(node);
    return path?.[0] === "components" && path[1] !== "schemas" ? find(path) : node;
  }

  const printed = (node: ts.TypeNode): string =>
    printer
      .printNode(ts.EmitHint.Unspecified, node, file)
      .replace(/components\["schemas"\]\["([^"\\]+)"\]/g, (_match, key: string) => nameOf(key));

  return {
    source: astToString(nodes),
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

/**
 * openapi-typescript writes `allOf` beside `required` with a helper type that it declares at the end of its module. Types are printed
 * into other modules as well, so the helper is written out in types of the language. A name in `required` that only some alternatives
 * of a union have is left out, because no property could be picked by it.
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

/**
 * Editors show a comment without a tag as it is, and one with `@description` under that word. The text is the document's:
 * what is taken out of it must not leave the end of a comment behind.
 */
function plainComments(node: ts.Node): void {
  for (const comment of ts.getSyntheticLeadingComments(node) ?? []) {
    const plain = comment.text.replace(/^( ?\*) @description (@?)/m, escapedTag).replace(/^( \*) {5}(@?)/gm, escapedTag);
    comment.text = plain.replaceAll("*/", "*\\/");
  }
  ts.forEachChild(node, plainComments);
}

/** An `@` that begins a line of the document's text would be a tag. */
function escapedTag(_match: string, star: string, at: string): string {
  return `${star} ${at === "" ? "" : "\\@"}`;
}

function referencedSchemas(node: ts.Node): string[] {
  const path = ts.isTypeNode(node) ? indexedPath(node) : undefined;
  if (path?.[0] === "components" && path[1] === "schemas" && path[2] !== undefined) return [path[2]];
  const found: string[] = [];
  ts.forEachChild(node, (child) => void found.push(...referencedSchemas(child)));
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

/** Reads `components["responses"]["NotFound"]` as a path. */
function indexedPath(node: ts.TypeNode): string[] | undefined {
  if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName)) return [node.typeName.text];
  if (!ts.isIndexedAccessTypeNode(node)) return undefined;
  const start = indexedPath(node.objectType);
  const index = node.indexType;
  if (start === undefined || !ts.isLiteralTypeNode(index) || !ts.isStringLiteral(index.literal)) return undefined;
  return [...start, index.literal.text];
}

/** What openapi-typescript calls a string and is not one. */
function bytes(schema: SchemaObject): ts.TypeNode | undefined {
  return schema.format === "binary" ? ts.factory.createTypeReferenceNode("Blob") : undefined;
}

/** A schema that no value follows, as a property that must be absent has it. */
function impossible({ not }: SchemaObject & { readonly not?: object }): ts.TypeNode | undefined {
  return not !== undefined && Object.keys(not).length === 0 ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword) : undefined;
}

/** `x-known-values` becomes a union that suggests the known values and takes any string. */
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
