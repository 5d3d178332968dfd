import type { Document, Json, Operation } from "../bundle/document.ts";
import { nameOf } from "./parameters.ts";
import { without } from "./walk.ts";

/** Stands before the name of a shared parameter among the schemas. */
const shared = "parameters.";

/**
 * What the engine gets of a document: bodies, answers and schemas. The rest has rules of our own, and the engine takes the items
 * of a list for the same by how much they look alike, so texts would lead it astray. For that reason parameters come
 * as the properties of one body for each operation, where their names tell them apart.
 */
export function skeletonOf(document: Document): Document {
  const paths = Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    const operations = Object.entries(item) as [string, Operation][];
    return [
      [path, Object.fromEntries(operations.map(([method, operation]) => [method, bodiesOf(operation)]))] as const,
      ...operations.map(([method, operation]) => [`${path} ${method}`, { post: parametersAsBody(operation) }] as const),
    ];
  });
  const { openapi, info, components = {} } = document;
  const { parameters = {}, securitySchemes: _schemes, ...parts } = components as Record<string, Record<string, { schema?: Json }>>;
  const schemas = Object.fromEntries(Object.entries(parameters).map(([name, { schema = {} }]) => [`${shared}${name}`, schema]));
  const skeleton = {
    openapi,
    info: { title: info.title, version: "1.0.0" },
    paths: Object.fromEntries(paths),
    components: { ...parts, schemas: { ...parts["schemas"], ...schemas } },
  };
  return without(skeleton as unknown as Json, isLeftOut) as unknown as Document;
}

function isLeftOut(keyword: string): boolean {
  return keyword.startsWith("x-") || ["description", "summary", "title", "example", "examples", "$comment"].includes(keyword);
}

/** What has no rules of our own. */
function bodiesOf({
  parameters: _parameters,
  security: _security,
  tags: _tags,
  operationId: _id,
  deprecated: _deprecated,
  ...rest
}: Operation): object {
  return rest;
}

function parametersAsBody({ parameters = [] }: Operation): object {
  const properties = parameters.map((parameter) => {
    if ("$ref" in parameter)
      return [parameter.$ref, { $ref: parameter.$ref.replace("#/components/parameters/", `#/components/schemas/${shared}`) }];
    return [nameOf(parameter), parameter.schema ?? {}];
  });
  return {
    requestBody: { content: { "application/json": { schema: { type: "object", properties: Object.fromEntries(properties) } } } },
    responses: {},
  };
}

/** Steps into a skeleton as steps into the document that it is of. */
export function inDocument(steps: readonly string[]): string[] {
  const [rootKey, first = "", second = "", ...rest] = steps;
  if (rootKey === "components" && first === "schemas" && second.startsWith(shared)) {
    return ["components", "parameters", second.slice(shared.length), "schema", ...rest];
  }
  const space = first.lastIndexOf(" ");
  if (rootKey !== "paths" || space < 0) return [...steps];
  const [, , , , , name = "", ...inner] = [...rest];
  return ["paths", first.slice(0, space), first.slice(space + 1), "parameters", name, "schema", ...inner];
}
