import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { report, show, showList } from "./message.ts";
import { parametersOf } from "./operations.ts";
import type { Context, Rule } from "./visitor.ts";

interface Place {
  /** The object that contains the keyword. */
  readonly owner: JsonObject;
  readonly keyword: string;
  readonly context: Context;
  readonly sender: Sender;
}

/** The client that sends the request: that of the platform, that of the control API, or none for a webhook. */
type Sender = "client" | "control client" | "service";

type Test = (value: unknown, place: Place) => boolean;

/** `true` if every value is expressed; a sentence's end that says what to write instead; or a test, and what to write if it fails. */
type Construct = true | string | readonly [Test, string];

const oneServer = "one server, in the root document";
const link = "a link in the description";
const noBoolean = "an object for each schema, such as {} for any value";
const oneMediaType: Construct = [(value) => Object.keys(asObject(value)).length <= 1, "one media type"];
const parameters: Construct = [
  hasSeparateParameters,
  "at most one object in the query without explode: false, and no member of it with the name of another query parameter",
];

/**
 * The constructs that the types, the client, the validators and the mock all express, by Redocly node type and keyword. The rule rejects
 * every other keyword of these node types, because it would be ignored. `*` stands for names that are not keywords.
 */
const constructs: Readonly<Record<string, Readonly<Record<string, Construct>>>> = {
  Root: {
    ...plainConstructs("openapi info jsonSchemaDialect tags paths webhooks components"),
    servers: [(value) => asList(value).length <= 1, oneServer],
    security: "security on each operation",
    externalDocs: link,
  },
  Components: {
    ...plainConstructs("schemas responses parameters examples requestBodies headers securitySchemes"),
    pathItems: "a file for each path item",
    callbacks: "a webhook, under webhooks in the root document",
    links: "a sentence in the description of the operation",
  },
  Paths: { "*": [isPath, "a path whose parameters are whole segments, such as /cats/{catId}"] },
  PathItem: {
    ...plainConstructs("get put post patch delete"),
    parameters,
    head: "get, because the client and the mock do not support HEAD",
    options: "no operation, because the mock answers OPTIONS requests itself",
    trace: "no operation, because fetch cannot send TRACE requests",
    servers: oneServer,
    summary: "a summary of each operation",
    description: "a description of each operation",
  },
  Operation: {
    ...plainConstructs("operationId tags summary description deprecated responses security"),
    parameters,
    requestBody: [(_, { context }) => context.key !== "get", "query parameters, because fetch cannot send a body with GET"],
    servers: oneServer,
    callbacks: "a webhook, under webhooks in the root document",
    externalDocs: link,
  },
  Parameter: {
    ...plainConstructs("required description examples example"),
    in: [isParameterPlace, "path, query or header; in a webhook, header"],
    name: [
      isParameterName,
      "a name of letters and digits (in the query and headers, also _ and -), other than Accept, Content-Type and Authorization",
    ],
    schema: [
      isParameterSchema,
      "an inline schema of type string, integer, number or boolean; in the query, also a list or object of these types",
    ],
    style: [
      (value, { owner }) => value === (owner.in === "query" ? "form" : "simple"),
      "style: form in the query, style: simple elsewhere",
    ],
    explode: [(_, { owner }) => owner.in === "query", "explode only on a parameter in the query"],
    content: "schema",
    deprecated: "a sentence in the description",
    allowReserved: "no allowReserved, because the client percent-encodes every value",
    allowEmptyValue: "an optional parameter",
  },
  RequestBody: { ...plainConstructs("required description"), content: oneMediaType },
  Responses: { "*": [isStatus, "a status such as 200, 404 or default; without content for 204 and 205"] },
  Response: { ...plainConstructs("description headers"), content: oneMediaType, links: "a sentence in the description of the operation" },
  Header: {
    ...plainConstructs("required description example examples"),
    schema: [isObject, noBoolean],
    content: "schema",
    deprecated: "a sentence in the description",
  },
  MediaType: {
    ...plainConstructs("examples example"),
    schema: [isBodySchema, "an object; in a form, only properties that are scalars or lists of scalars"],
    encoding: "no encoding, because the client repeats a form field for each item of a list",
  },
  SecurityScheme: {
    ...plainConstructs("description flows in name openIdConnectUrl"),
    bearerFormat: "a sentence in the description",
    type: [(value) => ["oauth2", "http"].includes(String(value)), "type: oauth2, or type: http with scheme: bearer"],
    scheme: [(value) => value === "bearer", "scheme: bearer"],
  },
  Schema: {
    ...plainConstructs("title description deprecated examples type format required"),
    ...plainConstructs("minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"),
    ...plainConstructs("minItems maxItems uniqueItems minProperties maxProperties"),
    default: [isValidDefault, "a value that matches the schema"],
    properties: [(value) => Object.values(asObject(value)).every(isObject), noBoolean],
    items: [isObject, noBoolean],
    additionalProperties: [
      (value, { owner }) => value !== false || isObject(owner.properties),
      "properties too; a schema without properties is an open object in the types",
    ],
    enum: [
      (value, { owner }) => asList(value).every(isScalar) && hasOnly(owner, "type", "enum"),
      "only scalar values, and no properties, oneOf or allOf",
    ],
    const: [
      (value, { owner }) => isScalar(value) && value !== null && hasOnly(owner, "type", "const"),
      "a scalar other than null, and no properties, oneOf or allOf",
    ],
    allOf: [isWithoutForeignRequired, "required in the part of allOf that declares the property"],
    oneOf: [(_, { owner }) => hasOnly(owner, "oneOf"), "no type, properties, allOf, enum or const next to oneOf"],
    discriminator: [
      isMappedDiscriminator,
      "a mapping with a reference to each schema in oneOf, which declares the value as the const or enum of the property",
    ],
    anyOf: "oneOf",
    not: "a schema that states which values are valid",
    nullable: "null in the list of types, such as type: [string, 'null']",
    ...instead("if then else dependentSchemas dependentRequired", "oneOf with an alternative for each case"),
    ...instead("prefixItems contains minContains maxContains unevaluatedItems", "items, with one schema for all items"),
    ...instead("patternProperties propertyNames", "additionalProperties, with one schema for all names"),
    unevaluatedProperties: "additionalProperties: false on the schema that declares all properties",
    ...instead("readOnly writeOnly", "separate schemas for requests and responses"),
    ...instead("contentEncoding contentMediaType contentSchema", "a description of the content"),
    example: "examples, with a list",
    externalDocs: link,
    xml: "a JSON body",
    ...instead("$defs $id $anchor $dynamicAnchor", "a file for each schema"),
    $dynamicRef: "$ref",
    $schema: "jsonSchemaDialect in the root document, which applies to every schema",
    $comment: "a YAML comment",
  },
};

/** The client of the control API expresses less: it passes one argument besides those in the path. */
const controlConstructs: typeof constructs = {
  Operation: {
    requestBody: [
      (_, { owner, context }) => context.key !== "get" && parametersOf(owner, context).every((parameter) => parameter.in !== "query"),
      "either a body or query parameters, because the client of the control API passes only one of them",
    ],
    responses: [hasOneSuccess, "one successful response, because the client of the control API returns only its body"],
  },
  Parameter: {
    in: [(value) => value === "path" || value === "query", "path or query, because the client of the control API sends no headers"],
    schema: [
      isOfScalarType,
      "an inline schema of type string, integer, number or boolean, because the client of the control API sends no lists",
    ],
  },
  RequestBody: { content: [isJson, "application/json, because the client of the control API sends no forms"] },
};

export const constructsExpressed: Rule = () => {
  let sender: Sender = "client";
  let isWebhook = false;

  return {
    WebhooksMap: {
      enter() {
        isWebhook = true;
      },
      leave() {
        isWebhook = false;
      },
    },
    PathItem: {
      enter(_, { key }) {
        if (isWebhook) sender = "service";
        else sender = String(key).startsWith("/__mock/") ? "control client" : "client";
      },
      leave() {
        sender = "client";
      },
    },
    any: { enter: (node, context) => checkKeywords(asObject(node), sender, context) },
    ref: { enter: (reference, context) => checkReference(asObject(reference), context) },
  };
};

function checkKeywords(owner: JsonObject, sender: Sender, context: Context): void {
  const type = context.type.name;
  const keywords = constructs[type];
  if (keywords === undefined) return;
  for (const [keyword, value] of Object.entries(owner)) {
    if (keyword.startsWith("x-")) continue;
    const isKeyword = Object.hasOwn(keywords, keyword);
    const ofControl = sender === "control client" ? controlConstructs[type]?.[keyword] : undefined;
    const construct = ofControl ?? (isKeyword ? keywords[keyword] : keywords["*"]) ?? `one of ${showList(expressedIn(keywords))}`;
    if (construct === true) continue;
    const [test, expected] = typeof construct === "string" ? [undefined, construct] : construct;
    if (test?.(value, { owner, keyword, context, sender })) continue;
    const subject = isKeyword && test !== undefined ? `This value of ${keyword}` : keyword;
    report(context, context.location.child(keyword).key(), {
      wrong: `${subject} is not supported in a ${type} object.`,
      expected,
      found: `${keyword}: ${show(value)}`,
    });
  }
}

/** Ignored next to a reference: everything except the description of a schema, which the types contain. */
function checkReference({ $ref: target, ...siblings }: JsonObject, context: Context): void {
  if (/^#\/(?!components\/[^/]+\/[^/]+$)/.test(String(target))) {
    const expected = "a reference to a whole file or component, for example $ref: ./Meeting.yaml";
    report(context, context.location.child("$ref"), {
      wrong: "A reference to a part of the document is not supported.",
      expected,
      found: show(target),
    });
  }
  const isSchema = context.type.name === "Schema";
  for (const keyword of Object.keys(siblings)) {
    if (keyword.startsWith("x-") || (isSchema && keyword === "description")) continue;
    report(context, context.location.child(keyword).key(), {
      wrong: `${keyword} is not supported next to $ref.`,
      expected: isSchema ? "only a description next to $ref, or allOf with the reference as its first part" : "only $ref",
      found: `${keyword}: ${show(siblings[keyword])}`,
    });
  }
}

function expressedIn(keywords: Readonly<Record<string, Construct>>): string[] {
  return Object.keys(keywords).filter((keyword) => typeof keywords[keyword] !== "string");
}

function plainConstructs(keywords: string): Record<string, Construct> {
  return Object.fromEntries(keywords.split(" ").map((keyword) => [keyword, true]));
}

function instead(keywords: string, expected: string): Record<string, Construct> {
  return Object.fromEntries(keywords.split(" ").map((keyword) => [keyword, expected]));
}

function isPath(_: unknown, { keyword }: Place): boolean {
  return keyword.split("/").every((part) => !/[{}]/.test(part) || /^\{[^{}]+\}$/.test(part));
}

function isParameterPlace(value: unknown, { sender }: Place): boolean {
  return value === "header" || (sender !== "service" && (value === "path" || value === "query"));
}

function isParameterName(value: unknown, { owner }: Place): boolean {
  const name = String(value);
  if (owner.in === "path") return /^[a-z][A-Za-z0-9]*$/.test(name);
  return /^[\w-]+$/.test(name) && !(owner.in === "header" && /^(accept|content-type|authorization)$/i.test(name));
}

function isParameterSchema(value: unknown, { owner }: Place): boolean {
  if (isOfScalarType(value)) return true;
  const { type, items, properties, additionalProperties } = asObject(value);
  if (owner.in !== "query" || (type !== "array" && type !== "object")) return false;
  const parts = [items, ...Object.values(asObject(properties)), additionalProperties];
  return parts.every((part) => part === undefined || part === false || isOfScalarType(part));
}

/** The members of an exploded object are parameters of their own, so their names must differ from those of other parameters. */
function hasSeparateParameters(_: unknown, { owner, context }: Place): boolean {
  const query = new Map(parametersOf(owner, context).flatMap((one) => (one.in === "query" ? [[one.name, one] as const] : [])));
  const exploded = [...query.values()].filter(({ schema, explode = true }) => asObject(schema)["type"] === "object" && explode === true);
  const members = Object.keys(asObject(asObject(exploded[0]?.schema)["properties"]));
  return exploded.length <= 1 && members.every((name) => name === exploded[0]?.name || !query.has(name));
}

const ajv = addFormats.default(new Ajv({ strict: false, logger: false }));

/** Does not follow references, because a schema may refer to itself. */
function isValidDefault(value: unknown, { owner }: Place): boolean {
  const schema: unknown = JSON.parse(JSON.stringify(owner, (_, part) => ("$ref" in asObject(part) ? {} : part)));
  return ajv.validate(asObject(schema), value);
}

function hasOneSuccess(responses: unknown): boolean {
  return Object.keys(asObject(responses)).filter((status) => status.startsWith("2")).length === 1;
}

function isJson(content: unknown): boolean {
  return Object.keys(asObject(content)).join() === "application/json";
}

function isBodySchema(value: unknown, { context }: Place): boolean {
  if (context.key !== "application/x-www-form-urlencoded") return isObject(value);
  const resolve = (schema: unknown): JsonObject => asObject(context.resolve(schema).node);
  const { oneOf, ...own } = resolve(value);
  const properties = [own, ...asList(oneOf).map(resolve)].flatMap((schema) => Object.values(asObject(schema["properties"])));
  return properties.map(resolve).every((property) => {
    const { type, items } = property;
    return "const" in property || "enum" in property || isOfScalarType(type === "array" ? items : property);
  });
}

function isOfScalarType(schema: unknown): boolean {
  const types = [asObject(schema)["type"]].flat();
  return types.every((type) => ["string", "integer", "number", "boolean"].includes(String(type)));
}

/** A range is allowed for the responses of receivers, which only the reference shows. */
function isStatus(response: unknown, { keyword, context, sender }: Place): boolean {
  if (sender === "service") return true;
  const hasContent = Object.keys(asObject(asObject(context.resolve(response).node)["content"])).length > 0;
  return keyword === "default" || (/^[245]\d\d$/.test(keyword) && !(hasContent && /^20[45]$/.test(keyword)));
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** The keywords that determine the type of a value. The types ignore some of them next to others. */
const typing = ["type", "properties", "additionalProperties", "items", "allOf", "oneOf", "enum", "const"];

function hasOnly(owner: JsonObject, ...keywords: readonly string[]): boolean {
  return typing.every((keyword) => !(keyword in owner) || keywords.includes(keyword));
}

function isWithoutForeignRequired(_: unknown, { owner }: Place): boolean {
  return asList(owner.required).every((name) => Object.hasOwn(asObject(owner.properties), String(name)));
}

/** The types use the mapping, and the validators use the schemas in `oneOf`, so both must agree. */
function isMappedDiscriminator(discriminator: unknown, { owner, context }: Place): boolean {
  const { propertyName, mapping } = asObject(discriminator);
  const targets = Object.entries(asObject(mapping));
  const declares = ([value, target]: [string, unknown]): boolean => {
    const schema = asObject(context.resolve({ $ref: target }).node);
    const property = asObject(asObject(schema["properties"])[String(propertyName)]);
    return property["const"] === value || asList(property["enum"]).includes(value);
  };
  const references = asList(owner.oneOf).map((schema) => asObject(schema).$ref);
  return (
    targets.length > 0 && references.every((reference) => targets.some(([, target]) => target === reference)) && targets.every(declares)
  );
}
