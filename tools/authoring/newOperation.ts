/** Templates for the files of a new operation. `npx pnpm check` reports each placeholder. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isMap, isScalar, isSeq, Document as NewDocument, parseDocument, visit, type YAMLSeq, type Document as YamlDocument } from "yaml";
import { SentenceError } from "../commandLine.ts";
import { demandedLevel } from "../diff/decision/levels.ts";
import { packageNames } from "../packages.ts";
import { placeholder as todo } from "./placeholders.ts";

export interface NewOperation {
  readonly area: string;
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly scopes: readonly string[];
  readonly retry: string;
  readonly status: string;
  /** The name of a schema, which is created if it does not exist in the area. */
  readonly requestBody: string | undefined;
  readonly response: string | undefined;
}

export interface NewWebhook {
  readonly area: string;
  readonly name: string;
  readonly summary: string;
  readonly requestBody: string;
}

export type Files = ReadonlyMap<string, string>;

const index = "spec/openapi.yaml";
const handlerTable = "packages/mock/src/handlers/table.ts";

/** @throws SentenceError when the operation exists, or its path is in a file that cannot be extended */
export function filesOf(operation: NewOperation, root: string): Files {
  const { area, name, requestBody, response } = operation;
  const id = `${area}.${name}`;
  const read = (file: string): string | undefined => (existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : undefined);
  const required = (file: string): string => read(file) ?? "";
  if (read(sampleOf(operation, "ts")) !== undefined) throw new SentenceError(`The operation ${id} already exists.`);
  const schemas = [requestBody, response].filter((schema) => schema !== undefined).map((schema) => `spec/${area}/schemas/${schema}.yaml`);
  const behaviour = `spec/${area}/behaviour.yaml`;
  const handlers = `packages/mock/src/handlers/${area}.ts`;
  return new Map([
    ...pathFiles(operation, required(index), read),
    ...schemas.filter((file) => read(file) === undefined).map((file): [string, string] => [file, yamlOf(schema)]),
    [behaviour, (read(behaviour) ?? `# Each rule is checked by packages/mock/test/behaviour/${area}.ts.\n`) + rowOf(operation)],
    [sampleOf(operation, "sh"), curlSample(operation)],
    [sampleOf(operation, "ts"), typeScriptSample(operation)],
    [handlers, withHandler(read(handlers) ?? emptyArea(area), operation)],
    ...(read(handlers) === undefined ? [[handlerTable, withArea(required(handlerTable), area)] as const] : []),
    [`.changeset/${kebab(area)}-${kebab(name)}.md`, changesetOf(operation, required("packages/types/package.json"))],
  ]);
}

/** @throws SentenceError when the webhook exists, or its file is not listed in the index */
export function webhookFilesOf(webhook: NewWebhook, root: string): Files {
  const { area, name, requestBody } = webhook;
  const read = (file: string): string => readFileSync(join(root, file), "utf8");
  const [file, schemaFile] = [`spec/${area}/${name}.yaml`, `spec/${area}/schemas/${requestBody}.yaml`];
  if (existsSync(join(root, file))) throw new SentenceError(`The webhook ${area}.${name} already exists.`);
  const document = parseDocument(read(index));
  const tags = document.get("tags");
  if (!isSeq(tags)) throw new SentenceError(`${index} must contain \`tags\`.`);
  document.setIn(["webhooks", name], document.createNode({ $ref: `./${area}/${name}.yaml` }));
  addTag(tags, area, document);
  return new Map([
    [index, document.toString(yamlOptions)],
    [file, yamlOf(webhookItem(webhook))],
    ...(existsSync(join(root, schemaFile)) ? [] : [[schemaFile, yamlOf(schema)] as const]),
    [`.changeset/${kebab(area)}-${kebab(name)}.md`, changesetOf(webhook, read("packages/types/package.json"))],
  ]);
}

function webhookItem({ area, name, summary, requestBody }: NewWebhook): object {
  return {
    post: {
      operationId: `${area}.${name}`,
      tags: [area],
      summary,
      description: todo,
      security: [],
      requestBody: { required: true, description: todo, content: contentOf(requestBody, name) },
      responses: { "2XX": { description: todo } },
    },
  };
}

function contentOf(schemaName: string, example: string): object {
  const examples = { [example]: { summary: todo, value: { id: todo } } };
  return { "application/json": { schema: { $ref: `./schemas/${schemaName}.yaml` }, examples } };
}

function addTag(tags: YAMLSeq, area: string, document: YamlDocument): void {
  if (tags.items.some((tag) => isMap(tag) && tag.get("name") === area)) return;
  tags.add(document.createNode({ name: area, "x-displayName": todo, description: todo }));
}

/** Returns the new path item and the index that refers to it, or the file of an existing path with the new method. */
function pathFiles(operation: NewOperation, indexText: string, read: (file: string) => string | undefined): [string, string][] {
  const { area, name, method, path } = operation;
  const document = parseDocument(indexText);
  const reference: unknown = document.getIn(["paths", path, "$ref"]);
  if (reference !== undefined) {
    const file = join(dirname(index), String(reference));
    const text = read(file);
    if (text === undefined) throw new SentenceError(`${path} is defined in ${file}. Add the method to that file manually.`);
    if (new RegExp(`^${method}:`, "m").test(text)) throw new SentenceError(`${method.toUpperCase()} ${path} already exists in ${file}.`);
    return [[file, withMethod(text, method, yamlOf(pathItem(operation)))]];
  }
  const [paths, tags] = [document.get("paths"), document.get("tags")];
  if (!isMap(paths) || !isSeq(tags)) throw new SentenceError(`${index} must contain \`paths\` and \`tags\`.`);
  const isOfArea = (value: unknown): boolean => isMap(value) && String(value.get("$ref")).startsWith(`./${area}/`);
  const file = `spec/${area}/${name}.yaml`;
  if (read(file) !== undefined)
    throw new SentenceError(`${file} already exists, but ${index} does not list it. Add it to the index, or delete it.`);
  const last = paths.items.findLastIndex(({ value }) => isOfArea(value));
  paths.items.splice(last === -1 ? paths.items.length : last + 1, 0, document.createPair(path, { $ref: `./${area}/${name}.yaml` }));
  addTag(tags, area, document);
  return [
    [index, document.toString(yamlOptions)],
    [file, yamlOf(pathItem(operation))],
  ];
}

/** The order that the rule `path-http-verbs-order` requires. */
const methodOrder = ["get", "post", "put", "patch", "delete"];

function withMethod(pathItemText: string, method: string, added: string): string {
  const later = methodOrder.slice(methodOrder.indexOf(method) + 1);
  const lines = pathItemText.split("\n");
  const next = lines.findIndex((line) => later.some((one) => line.startsWith(`${one}:`)));
  return next === -1 ? pathItemText + added : lines.toSpliced(next, 0, added.trimEnd()).join("\n");
}

function pathItem(operation: NewOperation): object {
  const { area, name, method, summary, retry, scopes, status, requestBody, response } = operation;
  const shared = (response: string): object => ({ $ref: `../shared/responses/${response}.yaml` });
  const parameters = pathParameters(operation).map((parameter) => ({
    name: parameter,
    in: "path",
    required: true,
    description: todo,
    schema: { type: "string", minLength: 1 },
    examples: { [name]: { summary: todo, value: todo } },
  }));
  return {
    [method]: {
      operationId: `${area}.${name}`,
      tags: [area],
      summary,
      description: todo,
      "x-retry": retry,
      security: scopes.map((scope) => ({ oauth2: [scope] })),
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody && { requestBody: { required: true, description: todo, content: contentOf(requestBody, name) } }),
      responses: {
        [status]: { description: todo, ...(response && { content: contentOf(response, name) }) },
        ...((parameters.length > 0 || requestBody) && { 400: shared("ValidationError") }),
        ...(scopes.length > 0 && { 401: shared("Unauthorized"), 403: shared("MissingScopes") }),
        ...(parameters.length > 0 && { 404: shared("ObjectNotFound") }),
        429: shared("RateLimits"),
        default: shared("Unexpected"),
      },
    },
  };
}

const schema = { type: "object", description: todo, required: ["id"], properties: { id: { type: "string", description: todo } } };

function rowOf({ area, name, status }: NewOperation): string {
  const text = `When \`${area}.${name}\` succeeds, its response has the status ${status}.`;
  return yamlOf([{ rule: `${kebab(name)}-returns-${status}`, text, grade: "assumed" }]);
}

function sampleOf({ area, name }: NewOperation, extension: "sh" | "ts"): string {
  return `spec/${area}/samples/${name}.${extension}`;
}

function curlSample({ method, path, scopes, requestBody }: NewOperation): string {
  const lines = [
    `curl "$CRM_PLATFORM_URL${path.replaceAll(/\{[^{}]*\}/g, todo)}"`,
    ...(scopes.length > 0 ? ['--header "Authorization: Bearer $CRM_PLATFORM_TOKEN"'] : []),
    ...(method === (requestBody ? "post" : "get") ? [] : [`--request ${method.toUpperCase()}`]),
    ...(requestBody ? [`--json '{ "id": "${todo}" }'`] : []),
  ];
  return `${lines.join(" \\\n  ")}\n`;
}

function typeScriptSample(operation: NewOperation): string {
  const { area, name, requestBody, response } = operation;
  const given = [...pathParameters(operation).map(() => `"${todo}"`), ...(requestBody ? [`{ id: "${todo}" }`] : [])];
  const call = `await client.${area}.${name}(${given.join(", ")})`;
  return `import { createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

${response ? `console.log(${call});` : `${call};\nconsole.log("${todo}");`}
`;
}

function emptyArea(area: string): string {
  return `import type { HandlersOfArea } from "./handlers.ts";\n\nexport const ${area}: HandlersOfArea<"${area}"> = {\n};\n`;
}

function withHandler(text: string, { area, name, method }: NewOperation): string {
  const head = `export const ${area}: HandlersOfArea<"${area}"> = {\n`;
  const kind = method === "get" ? "reads" : "writes";
  const stub = `  "${area}.${name}": ${kind}(async () => {
    throw new Error("${todo}: Implement ${area}.${name}.");
  }),\n`;
  if (!text.includes(head)) throw new SentenceError(`packages/mock/src/handlers/${area}.ts does not contain the line "${head.trim()}".`);
  return withImport(text, kind).replace(head, () => head + stub);
}

function withImport(text: string, name: string): string {
  if (new RegExp(`\\b${name}\\b[^}]*\\} from "\\./handlers\\.ts"`).test(text)) return text;
  return text
    .replace("import type { HandlersOfArea", "import { type HandlersOfArea")
    .replace(' } from "./handlers.ts"', `, ${name} } from "./handlers.ts"`);
}

/** Inserts the import in the order that the formatter requires. */
function withArea(table: string, area: string): string {
  const { compare } = new Intl.Collator("en", { numeric: true });
  const lines = table.split("\n");
  const next = lines.findIndex((line) => compare(/ from "\.\/(\w+)\.ts";$/.exec(line)?.[1] ?? "", area) > 0);
  return lines
    .toSpliced(next === -1 ? lines.indexOf("") : next, 0, `import { ${area} } from "./${area}.ts";`)
    .join("\n")
    .replace(/\n\}\);\n$/, `\n  ...${area},\n});\n`);
}

function changesetOf({ area, name, summary }: NewOperation | NewWebhook, manifest: string): string {
  const level = demandedLevel([{ effect: "adds" }], (JSON.parse(manifest) as { version: string }).version);
  return `---\n${packageNames.map((each) => `"${each}": ${level}`).join("\n")}\n---\n\n\`${area}.${name}\` is new: ${summary}.\n`;
}

function pathParameters({ path }: NewOperation): string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const yamlOptions = { lineWidth: 0, flowCollectionPadding: false } as const;

/** Formats YAML in the style of `spec/`, with lists of scalars on one line. */
function yamlOf(value: object): string {
  const document = new NewDocument(value);
  visit(document, {
    Seq: (_, node) => {
      if (node.items.length === 0 || node.items.every(isScalar)) node.flow = true;
    },
  });
  return document.toString(yamlOptions);
}
