import type { ErrorObject } from "ajv/dist/2020.js";
import { at, type Node } from "../document.ts";
import type { Api, ApiOperation, ApiParameter } from "./apis.ts";
import type { FuzzRequest } from "./requests.ts";

/** How a request must be handled, according to the document and a separate Ajv instance. */
export interface Judgment {
  readonly operation: ApiOperation | undefined;
  /** `unclear`: the request can be interpreted in different ways, and either outcome is correct. */
  readonly contract: "kept" | "broken" | "unclear";
  readonly because: string;
}

/** The maximum size of a body that is sent to an operation without a body. */
const maxUnreadBytes = 64 * 1024;

/** These headers can cause an error before validation, or another kind of response. */
const decisive = ["host", "expect", "transfer-encoding", "content-length", "prefer", "x-forwarded-for", "origin", "x-large", "upgrade"];

export function judge(apis: readonly Api[], request: FuzzRequest): Judgment {
  const names = request.headers.map(([name]) => name);
  const isPlain = !names.some((name) => decisive.includes(name)) && new Set(names).size === names.length && request.framing !== "lie";
  const [path = "", query = ""] = split(request.target, "?");
  if (!isPlain || !/^(\/[\w\-.~!$&'()*+,;=:@%]+)+$/.test(path) || /(^|\/)(\.|%2e){1,2}(\/|$)/i.test(path) || /[^!-~]|#/.test(query)) {
    return { operation: undefined, contract: "unclear", because: "wire" };
  }
  const fitting = apis.flatMap((api) => api.operations).filter((one) => one.method === request.method && fits(one.path, path));
  // The most specific path has the fewest parameters.
  const [operation] = fitting.sort((one, other) => one.path.split("{").length - other.path.split("{").length);
  if (!operation) return { operation, contract: isElsewhere(path, request) ? "unclear" : "broken", because: "no such operation" };
  const verdicts = [pathVerdict(operation, path), queryVerdict(operation, query), bodyVerdict(operation, request)];
  const broken = verdicts.find(({ contract }) => contract === "broken");
  const unclear = verdicts.find(({ contract }) => contract === "unclear");
  return { operation, ...(broken ?? unclear ?? kept) };
}

/** Whether a request may be for something other than an operation, such as a page or a CORS preflight. */
function isElsewhere(path: string, { method }: FuzzRequest): boolean {
  // An encoded letter may be treated like the letter itself.
  return path.includes("%") || ["OPTIONS", "HEAD"].includes(method) || ["/", "/openapi.json", "/oauth/authorize"].includes(path);
}

type Verdict = Omit<Judgment, "operation">;

const kept: Verdict = { contract: "kept", because: "valid" };

function fits(template: string, path: string): boolean {
  const written = path.split("/");
  const parts = template.split("/");
  return parts.length === written.length && parts.every((part, index) => part.startsWith("{") || part === written[index]);
}

function pathVerdict(operation: ApiOperation, path: string): Verdict {
  const written = path.split("/");
  for (const [index, part] of operation.path.split("/").entries()) {
    const parameter = operation.parameters.find((one) => one.place === "path" && `{${one.name}}` === part);
    if (!parameter) continue;
    const text = percentDecoded(written[index] ?? "");
    if (text === undefined) return { contract: "broken", because: "percent-encoding" };
    const verdict = parameterVerdict(operation, parameter, [text]);
    if (verdict.contract !== "kept") return verdict;
  }
  return kept;
}

function queryVerdict(operation: ApiOperation, query: string): Verdict {
  const given = new URLSearchParams(query);
  let verdict = kept;
  // The members of an object are separate parameters with any names and values.
  for (const parameter of operation.parameters.filter(({ place, schema }) => place === "query" && schema["type"] !== "object")) {
    const texts = given.getAll(parameter.name);
    if (texts.length === 0 && parameter.required) return { contract: "broken", because: `${parameter.name} is missing` };
    const own = texts.length === 0 ? kept : parameterVerdict(operation, parameter, texts);
    if (own.contract === "broken") return own;
    if (own.contract === "unclear") verdict = own;
  }
  const isUnknown = [...given.keys()].some((name) => !operation.parameters.some((one) => one.place === "query" && one.name === name));
  return isUnknown && operation.api.name === "control" ? { contract: "broken", because: "unknown query" } : verdict;
}

function parameterVerdict({ api }: ApiOperation, { name, schema, pointer }: ApiParameter, texts: readonly string[]): Verdict {
  const isList = schema["type"] === "array";
  if (texts.length > 1)
    return isList ? { contract: "unclear", because: `${name} twice` } : { contract: "broken", because: `${name} twice` };
  const [text = ""] = texts;
  if (isList && text === "") return { contract: "unclear", because: `${name} is empty` };
  const items = at(schema["items"], api.document);
  const value = isList ? text.split(",").map((item) => scalar(items, item)) : scalar(schema, text);
  return api.validator(pointer)(value) ? kept : { contract: "broken", because: `parameter ${name}` };
}

function scalar(schema: Node, text: string): unknown {
  if (schema["type"] === "integer" && /^-?\d+$/.test(text)) return Number(text);
  if (schema["type"] === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function bodyVerdict(operation: ApiOperation, { headers, body: sent = new Uint8Array() }: FuzzRequest): Verdict {
  const { body, api } = operation;
  if (!body) return api.name === "control" || sent.length <= maxUnreadBytes ? kept : { contract: "broken", because: "size" };
  const isForm = body.mediaType !== "application/json";
  if (sent.length === 0) return body.required ? { contract: "broken", because: "no body" } : kept;
  const field = (wanted: string) => headers.find(([name]) => name === wanted)?.[1].toLowerCase();
  const [mediaType, ...parameters] = (field("content-type") ?? "").split(";").map((part) => part.trim());
  if (mediaType !== body.mediaType) return { contract: "broken", because: "media type" };
  if (parameters.some((one) => one.startsWith("charset=") && !["utf-8", '"utf-8"'].includes(one.slice(8)))) {
    return { contract: "broken", because: "charset" };
  }
  if (!["identity", undefined].includes(field("content-encoding"))) return { contract: "broken", because: "content encoding" };
  const parsed = isForm ? formValue(sent) : jsonValue(sent);
  if (!parsed) return { contract: "broken", because: "syntax" };
  // No schema in the documents is nested this deeply, so the mock rejects the body.
  if (isDeep(parsed.value)) return { contract: "broken", because: "depth" };
  const validate = api.validator(body.pointer);
  if (validate(parsed.value)) return kept;
  return { contract: validate.errors?.every(mayBeAccepted) ? "unclear" : "broken", because: "body" };
}

/** The real service may accept a missing list of histories, or an id that is a number. */
function mayBeAccepted({ keyword, params, instancePath }: ErrorObject): boolean {
  if (keyword === "required") return params["missingProperty"] === "propertiesWithHistory";
  return keyword === "type" && instancePath.endsWith("/id");
}

function isDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth <= 100; depth += 1)
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  return level.length > 0;
}

function jsonValue(sent: Uint8Array): { value: unknown } | undefined {
  const text = utf8(sent);
  if (text === undefined) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** A field without a value counts as missing (RFC 6749, section 3.2). */
function formValue(sent: Uint8Array): { value: unknown } | undefined {
  const text = utf8(sent);
  if (text === undefined) return undefined;
  const fields = new URLSearchParams(text);
  const names = [...new Set(fields.keys())];
  const values = names.map((name): [string, unknown] => [name, fields.getAll(name).length > 1 ? fields.getAll(name) : fields.get(name)]);
  return { value: Object.fromEntries(values.filter(([, value]) => value !== "")) };
}

function utf8(sent: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(sent);
  } catch {
    return undefined;
  }
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function split(text: string, by: string): [string, string] {
  const place = text.indexOf(by);
  return place < 0 ? [text, ""] : [text.slice(0, place), text.slice(place + 1)];
}
