import type { Document } from "../../openapi/document.ts";

const ok = { "200": { description: "Done.", content: { "application/json": { schema: { type: "object" } } } } };

/** One document of all cases, each an operation of its own. */
export function documentOf(operations: readonly object[], components: object = {}): Document {
  const paths = operations.map((operation, index) => [
    `/case/${index}`,
    { post: { operationId: `case.${index}`, tags: ["case"], security: [], responses: ok, ...operation } },
  ]);
  const parameters = { Shared: { name: "shared", in: "query", schema: { type: "string" } } };
  const other = {
    get: { operationId: "other", tags: ["case"], security: [], parameters: [{ $ref: "#/components/parameters/Shared" }], responses: ok },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Cases", version: "1.0.0" },
    paths: { ...Object.fromEntries(paths), "/other": other },
    components: {
      parameters,
      requestBodies: { Shared: { required: true, content: {} } },
      schemas: { One: { type: "object" }, Two: { type: "object" } },
      ...components,
    },
  } as Document;
}

export const withBody = (schema: object): object => ({ requestBody: { content: { "application/json": { schema } } } });
export const withAnswer = (schema: object): object => ({
  responses: { "200": { description: "Done.", content: { "application/json": { schema } } } },
});
export const withParameter = (schema: object): object => ({ parameters: [{ name: "a", in: "query", schema }] });
