import type { Document, Json, Reference } from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";
import { isSame, type JsonMap, listOf, mapOf, pairs, without } from "../json.ts";
import { at, type Difference, type Direction, type Documents, type Place } from "./difference.ts";
import { compareSchemas } from "./schemas.ts";

export type Kind = "document" | "operation" | "webhook" | "parameter" | "header" | "body" | "response" | ChildKind;

type ChildKind =
  | ("info" | "scope" | "authentication" | "constant" | "area" | "media type" | "call")
  | ("version" | "versioned operation" | "sunset interface");

/** The members of each kind of node that contain other nodes by name, and the kind of these nodes. */
const children: { readonly [kind in Kind]?: Readonly<Record<string, Kind>> } = {
  document: {
    info: "info",
    scopes: "scope",
    authentication: "authentication",
    constants: "constant",
    areas: "area",
    versions: "version",
    sunsetInterfaces: "sunset interface",
  },
  version: { operations: "versioned operation" },
  operation: { parameters: "parameter", body: "body", responses: "response", calls: "call" },
  webhook: { headers: "header", body: "body" },
  body: { content: "media type" },
  response: { content: "media type", headers: "header" },
};

/** The direction of nodes that have a direction of their own, unlike the node that contains them. */
const directions: { readonly [kind in Kind]?: Direction } = { parameter: "request", response: "response" };

/**
 * Compares two nodes of the same kind: their schemas, the nodes that they contain, and every other member as a whole. Skips a reference
 * that is the same on both sides, because its component is compared only once.
 */
export function compareNodes(
  kind: Kind,
  name: string,
  old: Json | undefined,
  now: Json | undefined,
  place: Place,
  documents: Documents,
): Difference[] {
  if (isSame(old, now)) return [];
  const [oldNode, nowNode] = [resolved(documents.before, old), resolved(documents.after, now)];
  if (oldNode === undefined || nowNode === undefined) return [{ place, topic: kind, name, before: oldNode, after: nowNode }];
  const normalize = normalizers[kind] ?? ((node) => node);
  const [before, after] = [normalize(oldNode, documents.before), normalize(nowNode, documents.after)];
  return pairs(before, after).flatMap(({ name: member, before: one, after: other }): Difference[] => {
    const childKind = children[kind]?.[member];
    if (childKind !== undefined) return compareChildren(childKind, one, other, place, documents);
    if (member === "schema") return compareSchemas(one, other, place, documents);
    // `examples.ts` compares examples, because the examples of a request and a response belong together.
    const isIgnored = (member === "example" || member === "examples") && kind !== "webhook";
    return isIgnored || isSame(one, other) ? [] : [{ place, topic: `${kind} ${member}`, name, before: one, after: other }];
  });
}

function resolved(document: Document, node: Json | undefined): JsonMap | undefined {
  return node === undefined ? undefined : mapOf(resolve(document, node as Json | Reference));
}

function compareChildren(kind: Kind, old: Json | undefined, now: Json | undefined, place: Place, documents: Documents): Difference[] {
  return pairs(mapOf(old), mapOf(now)).flatMap(({ name, before, after }) => {
    const inner = { ...place, direction: directions[kind] ?? place.direction };
    const isImplied = kind === "call" || (name === "application/json" && before !== undefined && after !== undefined);
    return compareNodes(kind, name, before, after, isImplied ? inner : at(inner, partOf(kind, name)), documents);
  });
}

function partOf(kind: Kind, name: string): string {
  if (kind === "media type" || kind === "body" || kind === "info") return name;
  if (kind === "versioned operation") return `operation ${name}`;
  return kind === "parameter" ? name.replace(" ", " parameter ") : `${kind} ${name}`;
}

type Normalize = (node: JsonMap, document: Document) => Readonly<Record<string, Json | undefined>>;

/** Fill in defaults, and arrange the nodes that a node contains by name. */
const normalizers: { readonly [kind in Kind]?: Normalize } = {
  document({ info, tags, components, constants, versions, security: _security, "x-sunset-interfaces": sunset, ...others }) {
    const { version: _version, "x-content-hash": _hash, ...ownInfo } = mapOf(info);
    const authentication = mapOf(mapOf(components)["securitySchemes"]);
    const flows = Object.values(authentication).flatMap((scheme) => Object.values(mapOf(mapOf(scheme)["flows"])));
    const scopes = flows.flatMap((flow) => Object.entries(mapOf(mapOf(flow)["scopes"])));
    return {
      ...mapOf(without(others, (key) => key === "x-evidence")),
      info: { info: ownInfo },
      scopes: Object.fromEntries(scopes.map(([name, description]) => [name, { description }])),
      authentication,
      constants,
      areas: byName(tags, (tag) => String(tag["name"])),
      versions,
      sunsetInterfaces: byPathPrefix(sunset),
    };
  },
  authentication: (scheme) => ({
    scheme: without(scheme, (key) => ["description", "scopes", "x-evidence"].includes(key)),
    description: scheme["description"],
    "x-evidence": scheme["x-evidence"],
  }),
  operation: ({ parameters, requestBody, tags: _tags, operationId: _id, ...others }, document) => ({
    ...others,
    parameters: byName(parameters, (parameter) => nameOf(mapOf(resolve(document, parameter as Json)))),
    body: bodyOf(requestBody),
  }),
  /** A receiver reads the headers and the body of a webhook like those of a response. */
  webhook({ parameters, requestBody, operationId: _id, ...others }, document) {
    const headers = listOf(parameters).map((parameter) => resolve(document, parameter));
    const content = Object.values(mapOf(mapOf(resolve(document, requestBody ?? {}))["content"]));
    return {
      ...others,
      examples: content.flatMap((mediaType) => mapOf(mediaType)["examples"] ?? []),
      headers: byName(headers, (header) => String(header["name"])),
      body: bodyOf(requestBody),
    };
  },
  parameter({ in: location, style, explode, required = false, ...others }) {
    // The defaults of OpenAPI 3.1 (4.8.12.2).
    const ownStyle = style ?? (location === "query" ? "form" : "simple");
    const serialization = { style: ownStyle, explode: explode ?? ownStyle === "form" };
    return { ...others, required, name: nameOf({ in: location, ...others }), serialization };
  },
  header: ({ name: _name, in: _in, style: _style, required = false, ...others }) => ({ ...others, required }),
  body: ({ required = false, ...others }) => ({ ...others, required }),
};

function byName(nodes: Json | undefined, nameOfNode: (node: JsonMap) => string): JsonMap {
  return Object.fromEntries(listOf(nodes).map((node) => [nameOfNode(mapOf(node)), node]));
}

/** The names of the interfaces are not keys, because a path returns 410 regardless of the name of its interface. */
function byPathPrefix(interfaces: Json | undefined): JsonMap {
  const entries = listOf(interfaces)
    .map(mapOf)
    .flatMap(({ name, date, replacement, pathPrefixes }) => {
      return listOf(pathPrefixes).map((prefix) => [String(prefix), { name, date, replacement }] as const);
    });
  return Object.fromEntries(entries) as JsonMap;
}

function nameOf({ in: location, name }: Partial<JsonMap>): string {
  return `${location} ${name}`;
}

function bodyOf(requestBody: Json | undefined): JsonMap {
  return requestBody === undefined ? {} : { body: requestBody };
}
