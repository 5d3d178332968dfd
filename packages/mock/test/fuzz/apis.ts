import bundled from "@crm-platform/types/openapi.json" with { type: "json" };
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { document as control } from "../../src/generated/control/document.ts";
import { at, entries, escaped, type Node } from "../document.ts";

export interface Api {
  readonly name: "platform" | "control";
  readonly document: Node;
  readonly operations: readonly ApiOperation[];
  /** @param pointer a JSON pointer into the document, starting with `#/` */
  validator(pointer: string): ValidateFunction;
}

export interface ApiOperation {
  readonly api: Api;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly secured: boolean;
  /** Any one of these scopes is sufficient. */
  readonly scopes: readonly string[];
  readonly parameters: readonly ApiParameter[];
  readonly body: ApiBody | undefined;
  readonly responses: ReadonlyMap<string, ApiResponse>;
}

export interface ApiParameter {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly schema: Node;
  readonly pointer: string;
  readonly examples: readonly unknown[];
}

export interface ApiBody {
  readonly mediaType: string;
  readonly required: boolean;
  readonly schema: Node;
  readonly pointer: string;
  readonly examples: readonly unknown[];
}

export interface ApiResponse {
  /** A JSON pointer to the schema of the body; `undefined` without a body. */
  readonly pointer: string | undefined;
  readonly requiredHeaders: readonly string[];
}

const silent = ["x-evidence", "x-known-values", "x-sensitive", "discriminator", "paths", "components"];

export const platform: Api = readApi("platform", bundled);
export const controlApi: Api = readApi("control", control as Node);

function readApi(name: Api["name"], document: Node): Api {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true, allErrors: false });
  addFormats.default(ajv);
  // The format `int64` in ajv-formats accepts any integer. 2^63 - 1 cannot be represented exactly and is parsed as 2^63.
  ajv.addFormat("int64", { type: "number", validate: (value) => Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63 });
  ajv.addVocabulary(silent);
  ajv.addSchema({ $id: name, paths: document["paths"], components: document["components"] });
  const compiled = new Map<string, ValidateFunction>();
  const api: Api = {
    name,
    document,
    get operations() {
      return operations;
    },
    validator(pointer) {
      const known = compiled.get(pointer);
      if (known) return known;
      const validate = ajv.compile({ $ref: `${name}#${pointer.slice(1).split("/").map(encodeURIComponent).join("/")}` });
      compiled.set(pointer, validate);
      return validate;
    },
  };
  const operations = entries(document["paths"]).flatMap(([path, item]) =>
    entries(item)
      .filter(([, node]) => "operationId" in node)
      .map(([method, node]) => readOperation(api, path, method, node)),
  );
  return api;
}

function readOperation(api: Api, path: string, method: string, node: Node): ApiOperation {
  const { document } = api;
  const pointer = `#/paths/${escaped(path)}/${method}`;
  const security = (node["security"] ?? []) as readonly Readonly<Record<string, readonly string[]>>[];
  const parameters = (node["parameters"] ?? []) as readonly Node[];
  return {
    api,
    id: String(node["operationId"]),
    method: method.toUpperCase(),
    path,
    secured: api.name === "platform" && security.length > 0,
    scopes: security.flatMap((requirement) => Object.values(requirement).flat()),
    parameters: parameters.map((one, index) => readParameter(document, one, `${pointer}/parameters/${index}`)),
    body: readBody(document, node, pointer),
    responses: new Map(
      entries(node["responses"]).map(([status, one]) => [status, readResponse(document, one, `${pointer}/responses/${status}`)]),
    ),
  };
}

function readParameter(document: Node, node: Node, pointer: string): ApiParameter {
  const parameter = at(node, document);
  return {
    name: String(parameter["name"]),
    place: String(parameter["in"]),
    required: parameter["required"] === true,
    schema: at(parameter["schema"], document),
    pointer: `${pointerOf(node, pointer)}/schema`,
    examples: examplesOf(document, parameter),
  };
}

function readBody(document: Node, node: Node, pointer: string): ApiBody | undefined {
  if (!("requestBody" in node)) return undefined;
  const body = at(node["requestBody"], document);
  const [mediaType = "", media = {}] = entries(body["content"])[0] ?? [];
  return {
    mediaType,
    required: body["required"] === true,
    schema: at(media["schema"], document),
    pointer: `${pointerOf(node["requestBody"] as Node, `${pointer}/requestBody`)}/content/${escaped(mediaType)}/schema`,
    examples: examplesOf(document, media),
  };
}

function readResponse(document: Node, node: Node, pointer: string): ApiResponse {
  const response = at(node, document);
  const hasBody = (response["content"] as Node | undefined)?.["application/json"] !== undefined;
  const headers = entries(response["headers"]).filter(([, header]) => at(header, document)["required"] === true);
  return {
    pointer: hasBody ? `${pointerOf(node, pointer)}/content/${escaped("application/json")}/schema` : undefined,
    requiredHeaders: headers.map(([name]) => name),
  };
}

function pointerOf(node: Node, pointer: string): string {
  return typeof node["$ref"] === "string" ? node["$ref"] : pointer;
}

function examplesOf(document: Node, node: Node): unknown[] {
  return entries(node["examples"]).map(([, example]) => at(example, document)["value"]);
}
