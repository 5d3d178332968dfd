import { curlCommand } from "../../../packages/mock/src/web/curlCommand.ts";
import { literal } from "../../pipeline/emit/source.ts";
import type { TryItOperation, TryItParameter } from "./operation.ts";

/** What the reader has entered. */
export interface Entry {
  readonly address: string;
  readonly token: string;
  /** In the order of the operation's parameters. */
  readonly values: readonly string[];
  readonly body: string;
}

export interface FormRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams;
}

/** The token of the demo account, which the samples may show. */
export const demoToken = "demo-access-token-4815162";

/** Mistakes in the entry, by field: `address`, `token`, `body`, or the index of a parameter. */
export function mistakesIn(operation: TryItOperation, { address, token, values, body }: Entry): Map<string, string> {
  const isAddress = /^https?:/.test(address) && URL.canParse(address);
  const isToken = /^[\x21-\x7e]*$/.test(token);
  const all: (readonly [field: string, mistake: string | undefined])[] = [
    ["address", isAddress ? undefined : "Enter the mock's address, for example http://127.0.0.1:4010."],
    ["token", isToken ? undefined : "The token contains a space or another character that a header cannot contain."],
    ...operation.parameters.map((parameter, index) => [`${index}`, mistakeInValue(parameter, values[index] ?? "")] as const),
    ["body", mistakeInBody(operation, body)],
  ];
  return new Map(all.flatMap(([field, mistake]) => (mistake === undefined ? [] : [[field, mistake]])));
}

function mistakeInValue({ name, place, type, required }: TryItParameter, value: string): string | undefined {
  if (value === "") return required ? `Enter a value for ${name}.` : undefined;
  if (place === "path" && /^\.{1,2}$/.test(value))
    return `Enter another value for ${name} than "${value}", which changes the request's path.`;
  return type === "object" ? mistakeInFields(value) : undefined;
}

function mistakeInBody(operation: TryItOperation, text: string): string | undefined {
  if (operation.body === undefined) return;
  const kind = operation.body.placement === "fields" ? "object" : "array";
  if (text.trim() === "") return `Enter a JSON ${kind}. The request needs a body.`;
  return isForm(operation) ? mistakeInFields(text) : mistakeInJson(text, kind);
}

function mistakeInJson(text: string, kind: "array" | "object"): string | undefined {
  try {
    JSON.parse(text);
  } catch (error) {
    return `Not valid JSON: ${(error as SyntaxError).message}`;
  }
  const received = text.trim();
  return received.startsWith(kind === "array" ? "[" : "{") ? undefined : `Received ${received.slice(0, 40)}, expected a JSON ${kind}.`;
}

/** Forms and queries have no nested values. */
function mistakeInFields(text: string): string | undefined {
  const mistake = mistakeInJson(text, "object");
  if (mistake !== undefined) return mistake;
  const [nested] = Object.entries(JSON.parse(text) as object).filter(([, value]) => [value].flat().some((one) => typeof one === "object"));
  if (nested === undefined) return;
  const [name, value] = nested;
  return `Received ${JSON.stringify(value).slice(0, 40)} for ${name}, expected a string, a number, a boolean or an array of them.`;
}

/** @throws SyntaxError when a JSON text is invalid */
export function requestOf(operation: TryItOperation, entry: Entry): FormRequest {
  const { method, body, needsToken } = operation;
  const headers = Object.fromEntries(valuesIn(operation, entry, "header").map(([{ name }, value]) => [name, value]));
  if (needsToken && entry.token !== "") headers["Authorization"] = `Bearer ${entry.token}`;
  const url = urlOf(operation, entry);
  if (body === undefined) return { url, method, headers };
  if (isForm(operation)) return { url, method, headers, body: new URLSearchParams(formFields(entry.body)) };
  return { url, method, headers: { ...headers, "content-type": body.mediaType }, body: entry.body };
}

function urlOf(operation: TryItOperation, entry: Entry): string {
  const ids = new Map(valuesIn(operation, entry, "path").map(([{ name }, value]) => [name, value]));
  const path = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(ids.get(name) ?? ""));
  const query = valuesIn(operation, entry, "query").flatMap(([parameter, value]) => queryPairs(parameter, value));
  return `${entry.address.replace(/\/+$/, "")}${path}${query.length === 0 ? "" : `?${new URLSearchParams(query)}`}`;
}

function queryPairs({ name, type, explode }: TryItParameter, value: string): [string, string][] {
  if (type === "object") return formFields(value);
  return type === "array" && explode ? value.split(",").map((item) => [name, item.trim()]) : [[name, value]];
}

function formFields(json: string): [string, string][] {
  return Object.entries(JSON.parse(json) as object).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
}

function isForm({ body }: TryItOperation): boolean {
  return body?.mediaType === "application/x-www-form-urlencoded";
}

/** The parameters with a value. */
function valuesIn({ parameters }: TryItOperation, { values }: Entry, ...places: TryItParameter["place"][]): [TryItParameter, string][] {
  return parameters
    .map((parameter, index): [TryItParameter, string] => [parameter, values[index] ?? ""])
    .filter(([{ place }, value]) => value !== "" && places.includes(place));
}

/** The request as a command for a shell. Another token than that of the demo account is a placeholder. */
export function curlOf(operation: TryItOperation, entry: Entry): string {
  const token = entry.token === "" || entry.token === demoToken ? entry.token : "<ACCESS_TOKEN>";
  const { headers, ...request } = requestOf(operation, { ...entry, token });
  const { "content-type": _, ...others } = headers;
  return curlCommand({ ...request, headers: others });
}

/** The request as a call of the client. */
export function typeScriptOf(operation: TryItOperation, entry: Entry): string {
  const token = entry.token === demoToken ? JSON.stringify(entry.token) : "process.env.CRM_PLATFORM_TOKEN";
  const options = [`baseUrl: ${JSON.stringify(entry.address)},`, ...(operation.needsToken ? [`accessToken: ${token},`] : [])];
  return [
    `import { createClient } from "@crm-platform/client";`,
    "",
    `const client = createClient({\n  ${options.join("\n  ")}\n});`,
    "",
    `const result = await client.${operation.id}(${argumentsOf(operation, entry)
      .map((value) => literal(value))
      .join(", ")});`,
    "console.log(result);",
  ].join("\n");
}

function argumentsOf(operation: TryItOperation, entry: Entry): unknown[] {
  const ids = valuesIn(operation, entry, "path").map(([parameter, value]) => argumentOf(parameter, value));
  const others = valuesIn(operation, entry, "query", "header");
  const beside = Object.fromEntries(others.map(([parameter, value]) => [parameter.name, argumentOf(parameter, value)]));
  if (operation.body === undefined) return others.length === 0 ? ids : [...ids, beside];
  const body: unknown = JSON.parse(entry.body);
  if (operation.body.placement === "whole") return [...ids, body];
  return [...ids, operation.body.placement === "member" ? { body, ...beside } : { ...(body as object), ...beside }];
}

function argumentOf({ type }: TryItParameter, value: string): unknown {
  if (type === "array") return value.split(",").map((item) => item.trim());
  if (type === "object") return JSON.parse(value);
  if (type === "boolean") return value === "true";
  return type === "integer" && String(Number(value)) === value ? Number(value) : value;
}
