import { escapePointer } from "@crm-platform/mock/contract";
import type { Document, Schema } from "../../openapi/document.ts";

/** Tries to break out of comments and strings and to set `globalThis.escaped`. */
export const hostileText: readonly string[] = [
  "*/ globalThis.escaped = 1; /*",
  '"; globalThis.escaped = 1; "',
  "'; globalThis.escaped = 1; '",
  "`; globalThis.escaped = 1; `",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text deliberately looks like a template.
  "${globalThis.escaped = 1}",
  "\n globalThis.escaped = 1; \r\n//",
  "\u2028 globalThis.escaped = 1; \u2029",
  "\\",
  "</script><script>globalThis.escaped = 1</script>",
  "__proto__",
  '] } ; globalThis.escaped = 1; ({ "',
  '"__proto__": 1',
  '\n  "key": globalThis.escaped = 1,',
  "*@description /}} globalThis.escaped = 1; interface Z { z: { /*",
  "\n*@description /}} globalThis.escaped = 1; interface Z { z: { /*",
  "*/@description */ globalThis.escaped = 1; /*",
];

const all = hostileText.join(" ");

const sentence = `${all}.`;

export function hostileDocument(): Document {
  const properties = Object.fromEntries(
    hostileText.map((text) => [
      text,
      { type: "string", title: text, description: text, default: text, examples: [text, all], enum: [text, all] },
    ]),
  );
  // The pointers in the extensions must resolve.
  const pointer = `/${escapePointer(all)}`;
  const lists = { ...properties, [all]: { type: "array", items: { type: "string" } } };
  // Every second parameter shares its name with a body property, so a call passes the body as the parameter `body`, without a batch.
  const query = (text: string, index: number): string => (index % 2 === 0 ? `${text} ` : text);
  const hostileExample = { ...Object.fromEntries(hostileText.map((text) => [text, all])), [all]: hostileText };
  const operation = (text: string, index: number): object => ({
    operationId: `area${index}.list`,
    tags: [`area${index}`],
    summary: all,
    description: all,
    deprecated: true,
    "x-sunset": { date: "2027-01-01", replacement: all },
    "x-evidence": { grade: "observed", note: sentence },
    "x-pagination": { style: "offset", limit: query(text, index), offset: query(text, index), items: pointer, total: pointer },
    ...(index % 2 === 0 && { "x-batch": { inputs: pointer, results: pointer } }),
    "x-retry": "safe",
    "x-idempotency-key": `/${escapePointer(text)}`,
    security: [{ key: [all] }],
    parameters: [
      { name: query(text, index), in: "query", description: all, schema: { type: "string", enum: hostileText } },
      { name: `X-${index}`, in: "header", description: all, schema: { type: "string", "x-known-values": hostileText } },
    ],
    requestBody: {
      required: true,
      description: all,
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/Hostile" }, examples: { [text]: { value: hostileExample } } },
      },
    },
    responses: {
      400: { description: all },
      200: { description: all, content: { "application/json": { schema: { type: "object", required: [all], properties: lists } } } },
    },
  });
  return {
    openapi: "3.1.0",
    info: { title: all, version: all, description: all },
    servers: [{ url: `https://example.test/${encodeURIComponent(all)}` }],
    tags: hostileText.map((text, index) => ({ name: `area${index}`, "x-displayName": text, description: all })),
    paths: Object.fromEntries(
      hostileText.map((text, index) => [`/${index}/${text.replace(/[{}?#]/g, "")}`, { post: operation(text, index) }]),
    ),
    webhooks: {
      [all]: {
        post: {
          operationId: "webhooks.receive",
          summary: all,
          description: all,
          deprecated: true,
          parameters: [{ name: "X-Signature", in: "header", description: all, schema: { type: "string" } }],
          requestBody: { description: all, content: { "application/json": { schema: { $ref: "#/components/schemas/Hostile" } } } },
          responses: { 204: { description: all } },
        },
      },
    },
    components: {
      securitySchemes: {
        key: {
          type: "oauth2",
          description: all,
          flows: { clientCredentials: { tokenUrl: "https://example.test", scopes: { [all]: all } } },
        },
      },
      schemas: {
        Hostile: { type: "object", title: all, description: all, required: [all], properties: lists },
        ...Object.fromEntries(hostileText.map((text, index) => [`Titled${index}`, { type: "object", title: text, properties }])),
      },
    },
    "x-sunset-interfaces": [{ name: all, date: "2027-01-01", replacement: all, pathPrefixes: hostileText.map((text) => `/${text}`) }],
    "x-data": Object.fromEntries(hostileText.map((text, index) => [`data${index}`, { description: text, value: { [text]: all } }])),
  } as unknown as Document;
}

export function largeDocument(operations: number): object {
  const paths: Record<string, object> = {};
  const schemas: Record<string, object> = {};
  for (let index = 0; index < operations; index += 1) {
    const area = `area${Math.floor(index / 10)}`;
    const fields = Object.fromEntries(
      Array.from({ length: 8 }, (_, field) => [
        `field${field}`,
        { type: field % 2 ? "string" : "integer", description: `Field ${field}.` },
      ]),
    );
    schemas[`Thing${index}`] = { type: "object", description: `Thing ${index}.`, required: ["field0"], properties: fields };
    paths[`/${area}/things${index}/{id}`] = {
      post: {
        operationId: `${area}.update${index}`,
        tags: [area],
        summary: `Update thing ${index}`,
        description: "Changes a thing, and returns the changed thing.",
        parameters: [
          { name: "id", in: "path", required: true, description: "The id.", schema: { type: "string" } },
          { name: "dryRun", in: "query", description: "Whether to change nothing.", schema: { type: "boolean" } },
        ],
        requestBody: { required: true, content: { "application/json": { schema: { $ref: `#/components/schemas/Thing${index}` } } } },
        responses: {
          200: { description: "The thing.", content: { "application/json": { schema: { $ref: `#/components/schemas/Thing${index}` } } } },
          default: { description: "A failure.", content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } } },
        },
      },
    };
  }
  schemas["Failure"] = { type: "object", required: ["message"], properties: { message: { type: "string" } } };
  return { openapi: "3.1.0", info: { title: "Large", version: "1.0.0" }, paths, components: { schemas } };
}

export function documentOf(schemas: Readonly<Record<string, Schema>>): Document {
  const requestBody = { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/S0" } } } };
  const post = { operationId: "messages.send", requestBody, responses: { 204: { description: "Sent." } } };
  return { openapi: "3.1.0", info: { title: "Model", version: "1" }, paths: { "/send": { post } }, components: { schemas } };
}
