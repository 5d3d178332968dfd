import type { Document, Json, Reference } from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";
import { isSame, type JsonMap, listOf, mapOf, pairs, without } from "../json.ts";
import { at, type Difference, type Direction, type Documents, type Place } from "./difference.ts";
import { compareSchemas } from "./schemas.ts";

export type Kind =
  | "document"
  | "info"
  | "area"
  | "authentication"
  | "scope"
  | "constant"
  | "operation"
  | "webhook"
  | "parameter"
  | "header"
  | "body"
  | "response"
  | "media type"
  | "call";

interface Child {
  readonly kind: Kind;
  readonly name: string;
  readonly node: Json;
}

/** A node of a document with its defaults filled in, split into the parts that are compared differently. */
interface View {
  /** Members that are compared as a whole. */
  readonly facts: Readonly<Record<string, Json | undefined>>;
  readonly schema?: Json | undefined;
  /** By their place in the node, for example `response 200`. */
  readonly children?: Readonly<Record<string, Child>>;
}

/**
 * Lists the differences of two nodes of the same kind. Skips a reference that is the same on both sides, because its component is compared
 * only once.
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
  const [before, after] = [views[kind](oldNode, documents.before), views[kind](nowNode, documents.after)];
  const facts = pairs(before.facts, after.facts).filter((fact) => !isSame(fact.before, fact.after));
  return [
    ...facts.map((fact): Difference => ({ place, topic: `${kind} ${fact.name}`, name, before: fact.before, after: fact.after })),
    ...compareSchemas(before.schema, after.schema, place, documents),
    ...pairs(before.children ?? {}, after.children ?? {}).flatMap(({ name: part, before: one, after: other }) => {
      const child = other ?? one;
      if (child === undefined) return [];
      const isImplied = child.kind === "call" || (part === "application/json" && one !== undefined && other !== undefined);
      const inner = { ...place, direction: directions[child.kind] ?? place.direction };
      return compareNodes(child.kind, child.name, one?.node, other?.node, isImplied ? inner : at(inner, part), documents);
    }),
  ];
}

/** The other kinds have the direction of the node that contains them. */
const directions: { readonly [kind in Kind]?: Direction } = { parameter: "request", response: "response" };

function resolved(document: Document, node: Json | undefined): JsonMap | undefined {
  return node === undefined ? undefined : mapOf(resolve(document, node as Json | Reference));
}

const views: Readonly<Record<Kind, (node: JsonMap, document: Document) => View>> = {
  document({ openapi, jsonSchemaDialect, info, servers, tags, components, constants, externalDocs, ...others }) {
    const { version: _version, "x-content-hash": _hash, ...ownInfo } = mapOf(info);
    const schemes = mapOf(mapOf(components)["securitySchemes"]);
    const flows = Object.values(schemes).flatMap((scheme) => Object.values(mapOf(mapOf(scheme)["flows"])));
    const scopes = flows.flatMap((flow) => Object.entries(mapOf(mapOf(flow)["scopes"])));
    const interfaces = others["x-sunset-interfaces"];
    return {
      facts: {
        openapi,
        jsonSchemaDialect,
        servers,
        externalDocs,
        "x-sunset-interfaces": interfaces && withoutKeys(interfaces, "x-evidence"),
      },
      children: {
        info: { kind: "info", name: "info", node: ownInfo },
        ...children("scope", Object.fromEntries(scopes.map(([name, description]) => [name, { description }]))),
        ...children("authentication", schemes),
        ...children("constant", mapOf(constants)),
        ...children("area", Object.fromEntries(listOf(tags).map((tag) => [String(mapOf(tag)["name"]), tag]))),
      },
    };
  },
  info: (facts) => ({ facts }),
  area: (facts) => ({ facts }),
  scope: (facts) => ({ facts }),
  constant: (facts) => ({ facts }),
  authentication: (scheme) => ({
    facts: {
      scheme: withoutKeys(scheme, "description", "scopes", "x-evidence"),
      description: scheme["description"],
      "x-evidence": scheme["x-evidence"],
    },
  }),
  operation({ parameters, requestBody, responses, calls, tags: _tags, operationId: _id, ...facts }, document) {
    const parameterChildren = listOf(parameters).map((node): [string, Child] => {
      const { in: location, name } = mapOf(resolve(document, node));
      return [`${location} parameter ${name}`, { kind: "parameter", name: String(name), node }];
    });
    return {
      facts,
      children: {
        ...Object.fromEntries(parameterChildren),
        ...(requestBody !== undefined && { body: { kind: "body", name: "body", node: requestBody } }),
        ...children("response", mapOf(responses)),
        ...children("call", mapOf(calls)),
      },
    };
  },
  /** A receiver reads the headers and the body of a webhook like those of a response. */
  webhook({ parameters, requestBody, operationId: _id, ...facts }, document) {
    const headers = listOf(parameters).map((parameter) => mapOf(resolve(document, parameter)));
    const content = Object.values(mapOf(mapOf(resolve(document, requestBody ?? {}))["content"]));
    return {
      facts: { ...facts, examples: content.flatMap((mediaType) => mapOf(mediaType)["examples"] ?? []) },
      children: {
        ...children("header", Object.fromEntries(headers.map(({ in: _in, ...header }) => [String(header["name"]), header]))),
        ...(requestBody !== undefined && { body: { kind: "body", name: "body", node: requestBody } }),
      },
    };
  },
  parameter({ name, in: location, required, style, explode, allowEmptyValue, allowReserved, schema, content, ...facts }) {
    // The defaults of OpenAPI 3.1 (4.8.12.2).
    const defaultStyle = location === "query" || location === "cookie" ? "form" : "simple";
    const serialization = { style: style ?? defaultStyle, explode: explode ?? (style ?? defaultStyle) === "form" };
    const others = { ...(allowEmptyValue && { allowEmptyValue }), ...(allowReserved && { allowReserved }) };
    const mediaTypes = content === undefined ? {} : { as: Object.keys(mapOf(content)) };
    return {
      facts: {
        ...withoutExamples(facts),
        name: `${location} ${name}`,
        required: required ?? false,
        serialization: { ...serialization, ...others, ...mediaTypes },
      },
      schema: schema ?? mapOf(Object.values(mapOf(content))[0])["schema"],
    };
  },
  header({ name: _name, required, style: _style, explode: _explode, schema, content, ...facts }) {
    return {
      facts: { ...withoutExamples(facts), required: required ?? false },
      schema: schema ?? mapOf(Object.values(mapOf(content))[0])["schema"],
    };
  },
  body({ required, content, ...facts }) {
    return { facts: { ...facts, required: required ?? false }, children: children("media type", mapOf(content), (mediaType) => mediaType) };
  },
  response({ content, headers, ...facts }) {
    return {
      facts,
      children: {
        ...children("media type", mapOf(content), (mediaType) => mediaType),
        ...children("header", mapOf(headers)),
      },
    };
  },
  "media type": ({ schema, ...facts }) => ({ facts: withoutExamples(facts), schema }),
  call: (facts) => ({ facts }),
};

function children(kind: Kind, nodes: JsonMap, partOf = (name: string) => `${kind} ${name}`): Record<string, Child> {
  return Object.fromEntries(Object.entries(nodes).map(([name, node]) => [partOf(name), { kind, name, node }]));
}

/** `examples.ts` compares examples, because the examples of a request and a response belong together. */
function withoutExamples({ example: _example, examples: _examples, ...facts }: JsonMap): JsonMap {
  return facts;
}

function withoutKeys(node: Json, ...keys: readonly string[]): Json {
  return without(node, (key) => keys.includes(key));
}
