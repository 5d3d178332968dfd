import bundled from "@crm-platform/types/openapi.json" with { type: "json" };

/** A node of the document, which is parsed independently of the code under test. */
export type Node = Readonly<Record<string, unknown>>;

export const document: Node = bundled;

export interface DeclaredOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly secured: boolean;
  /** Any one of these scopes is sufficient. */
  readonly scopes: readonly string[];
  readonly parameters: readonly DeclaredParameter[];
  readonly mediaType: string | undefined;
  /** A JSON pointer to the schema of the request body. */
  readonly bodySchema: string;
  readonly body: Node;
  readonly requests: readonly Example[];
  readonly responses: readonly DeclaredResponse[];
}

export interface DeclaredParameter {
  readonly name: string;
  readonly place: string;
  readonly schema: Node;
  readonly examples: readonly Example[];
}

export interface DeclaredResponse {
  readonly status: string;
  /** A JSON pointer, or `undefined` without a body. */
  readonly schema: string | undefined;
  readonly headers: readonly string[];
  readonly examples: readonly Example[];
}

export interface Example {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

const json = "application/json";

export const operations: readonly DeclaredOperation[] = entries(document["paths"]).flatMap(([path, item]) =>
  entries(item)
    .filter(([, node]) => "operationId" in node)
    .map(([method, node]) => declared(path, method, node)),
);

export function at(node: unknown, root: Node = document): Node {
  let current = (node ?? {}) as Node;
  while (typeof current["$ref"] === "string") {
    const parts = current["$ref"].slice(2).split("/");
    current = parts.reduce((value, part) => value[part.replaceAll("~1", "/").replaceAll("~0", "~")] as Node, root);
  }
  return current;
}

export function escaped(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function operation(id: string): DeclaredOperation {
  const found = operations.find((one) => one.id === id);
  if (!found) throw new Error(`The document has no operation ${id}.`);
  return found;
}

/** Without a body, the request examples are those of the parameters. */
export function requestNames(op: DeclaredOperation): string[] {
  const examples = op.mediaType ? op.requests : op.parameters.flatMap((parameter) => parameter.examples);
  return [...new Set(examples.map(({ name }) => name))];
}

function declared(path: string, method: string, node: Node): DeclaredOperation {
  const content = "requestBody" in node ? entries(at(node["requestBody"])["content"]) : [];
  const [mediaType, media] = content[0] ?? [];
  const pointer = `#/paths/${escaped(path)}/${method}`;
  const parameters = (node["parameters"] ?? []) as readonly unknown[];
  const security = node["security"] as readonly Readonly<Record<string, readonly string[]>>[];
  return {
    id: String(node["operationId"]),
    method: method.toUpperCase(),
    path,
    secured: security.length > 0,
    scopes: security.flatMap((requirement) => Object.values(requirement).flat()),
    parameters: parameters.map((parameter) => at(parameter)).map(declaredParameter),
    mediaType,
    body: at(media?.["schema"] ?? {}),
    bodySchema: `${pointer}/requestBody/content/${escaped(mediaType ?? "")}/schema`,
    requests: media ? examplesOf(media) : [],
    responses: entries(node["responses"]).map(([status, response]) => declaredResponse(status, response, pointer)),
  };
}

function declaredParameter(node: Node): DeclaredParameter {
  return { name: String(node["name"]), place: String(node["in"]), schema: at(node["schema"]), examples: examplesOf(node) };
}

function declaredResponse(status: string, node: Node, operationPointer: string): DeclaredResponse {
  const response = at(node);
  const media = (response["content"] as Node | undefined)?.[json] as Node | undefined;
  const pointer = typeof node["$ref"] === "string" ? node["$ref"] : `${operationPointer}/responses/${status}`;
  return {
    status,
    schema: media ? `${pointer}/content/${escaped(json)}/schema` : undefined,
    headers: Object.keys(response["headers"] ?? {}),
    examples: media ? examplesOf(media) : [],
  };
}

function examplesOf(media: Node): Example[] {
  return entries(media["examples"]).map(([name, node]) => ({ name, summary: String(at(node)["summary"]), value: at(node)["value"] }));
}

export function entries(node: unknown): [string, Node][] {
  return Object.entries((node ?? {}) as Record<string, Node>);
}
