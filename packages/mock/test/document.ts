import { createMock } from "@crm-platform/mock";
import bundled from "@crm-platform/types/openapi.json" with { type: "json" };

/** A node of the document, which is parsed independently of the code under test. */
export type Node = Readonly<Record<string, unknown>>;

export const document: Node = bundled;

export interface DeclaredOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly isSecured: boolean;
  /** Any one of these scopes is sufficient. */
  readonly scopes: readonly string[];
  readonly parameters: readonly DeclaredParameter[];
  readonly mediaType: string | undefined;
  /** A JSON pointer to the schema of the request body. */
  readonly bodySchema: string;
  readonly isBodyRequired: boolean;
  readonly body: Node;
  readonly requests: readonly Example[];
  readonly responses: readonly DeclaredResponse[];
}

export interface DeclaredParameter {
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
  readonly schema: Node;
  /** A JSON pointer to the schema. */
  readonly pointer: string;
  readonly examples: readonly Example[];
}

export interface DeclaredResponse {
  readonly status: string;
  /** A JSON pointer, or `undefined` without a body. */
  readonly schema: string | undefined;
  readonly headers: readonly string[];
  readonly requiredHeaders: readonly string[];
  readonly examples: readonly Example[];
}

export interface Example {
  readonly name: string;
  readonly summary: string;
  readonly value: unknown;
}

const json = "application/json";

export const operations: readonly DeclaredOperation[] = operationsIn(document);

export function operationsIn(root: Node): DeclaredOperation[] {
  return entries(root["paths"]).flatMap(([path, item]) =>
    entries(item)
      .filter(([, node]) => "operationId" in node)
      .map(([method, node]) => readOperation(root, path, method, node)),
  );
}

export function readControlDocument(): Promise<Node> {
  return readServedDocument("/__mock/v1/openapi.json");
}

export async function readServedDocument(path: string): Promise<Node> {
  const mock = await createMock();
  const response = await mock.fetch(mock.url + path);
  await mock.close();
  return (await response.json()) as Node;
}

export function at(node: unknown, root: Node = document): Node {
  let current = (node ?? {}) as Node;
  while (typeof current["$ref"] === "string") {
    const parts = current["$ref"].slice(2).split("/");
    current = parts.reduce((value, part) => value[part.replaceAll("~1", "/").replaceAll("~0", "~")] as Node, root);
  }
  return current;
}

function escapePart(part: string): string {
  return part.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function operation(id: string): DeclaredOperation {
  const match = operations.find((one) => one.id === id);
  if (!match) throw new Error(`The document has no operation ${id}.`);
  return match;
}

/** Without a body, the request examples are those of the parameters. */
export function requestNames(op: DeclaredOperation): string[] {
  const examples = op.mediaType ? op.requests : op.parameters.flatMap((parameter) => parameter.examples);
  return [...new Set(examples.map(({ name }) => name))];
}

function readOperation(root: Node, path: string, method: string, node: Node): DeclaredOperation {
  const request = at(node["requestBody"], root);
  const [mediaType, media] = entries(request["content"])[0] ?? [];
  const pointer = `#/paths/${escapePart(path)}/${method}`;
  const parameters = (node["parameters"] ?? []) as readonly Node[];
  const security = (node["security"] ?? []) as readonly Readonly<Record<string, readonly string[]>>[];
  const body = pointerOf((node["requestBody"] ?? {}) as Node, `${pointer}/requestBody`);
  return {
    id: String(node["operationId"]),
    method: method.toUpperCase(),
    path,
    isSecured: security.length > 0,
    scopes: security.flatMap((requirement) => Object.values(requirement).flat()),
    parameters: parameters.map((parameter, index) => declaredParameter(root, parameter, `${pointer}/parameters/${index}`)),
    mediaType,
    body: at(media?.["schema"] ?? {}, root),
    bodySchema: `${body}/content/${escapePart(mediaType ?? "")}/schema`,
    isBodyRequired: request["required"] === true,
    requests: media ? examplesOf(root, media) : [],
    responses: entries(node["responses"]).map(([status, response]) => declaredResponse(root, status, response, pointer)),
  };
}

function declaredParameter(root: Node, node: Node, pointer: string): DeclaredParameter {
  const parameter = at(node, root);
  return {
    name: String(parameter["name"]),
    place: String(parameter["in"]),
    isRequired: parameter["required"] === true,
    schema: at(parameter["schema"], root),
    pointer: `${pointerOf(node, pointer)}/schema`,
    examples: examplesOf(root, parameter),
  };
}

function declaredResponse(root: Node, status: string, node: Node, operationPointer: string): DeclaredResponse {
  const response = at(node, root);
  const media = (response["content"] as Node | undefined)?.[json] as Node | undefined;
  const pointer = pointerOf(node, `${operationPointer}/responses/${status}`);
  const headers = entries(response["headers"]);
  return {
    status,
    schema: media ? `${pointer}/content/${escapePart(json)}/schema` : undefined,
    headers: headers.map(([name]) => name),
    requiredHeaders: headers.filter(([, header]) => at(header, root)["required"] === true).map(([name]) => name),
    examples: media ? examplesOf(root, media) : [],
  };
}

function pointerOf(node: Node, pointer: string): string {
  return typeof node["$ref"] === "string" ? node["$ref"] : pointer;
}

function examplesOf(root: Node, media: Node): Example[] {
  return entries(media["examples"]).map(([name, node]) => {
    const { summary, value } = at(node, root);
    return { name, summary: String(summary), value };
  });
}

function entries(node: unknown): [string, Node][] {
  return Object.entries((node ?? {}) as Record<string, Node>);
}
