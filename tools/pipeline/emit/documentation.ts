import type { Operation, PathParameter } from "../model/model.ts";
import { literal, oneLine, propertyKey, prose } from "./source.ts";

const maxListedScopes = 6;

const maxLineWidth = 80;

/** Longer descriptions of errors would make the list of statuses hard to read. */
const maxMeaningLength = 120;

/** @param call the beginning of a call, for example `client.domainsV1.get(` */
export function operationDocumentation(operation: Operation, call: string): string[] {
  const { summary, description, method, path, results, failures, sunset, deprecated } = operation;
  return [
    summary === "" ? "" : prose(`${summary}.`).replace(/\.\.$/, "."),
    "",
    prose(description),
    "",
    `\`${method} ${path}\``,
    "",
    scopeSentence(operation),
    ...operation.limits.map(
      ({ pointer, maxItems }) => `- Limit: at most ${maxItems} items${pointer === "" ? "" : ` in \`${pointer.slice(1)}\``}.`,
    ),
    ...results.map(({ status, description: text }) => `- ${status}: ${oneLine(text)}`),
    ...(failures.length === 0 ? [] : ["- Throws an ApiError:"]),
    ...failures.map(({ status, description: text }) => `  - ${status}: ${meaningOf(text)}`),
    "",
    ...operation.pathParameters.flatMap(parameterTag),
    ...exampleTag(operation, call),
    ...(deprecated ? [`@deprecated ${sunsetSentence(sunset)}`] : []),
  ];
}

function parameterTag({ identifier, description }: PathParameter): string[] {
  return description === "" ? [] : [`@param ${identifier} ${oneLine(description)}`];
}

function meaningOf(description: string): string {
  const [sentence = ""] = oneLine(description).split(/(?<=\.) /);
  return sentence.length <= maxMeaningLength ? sentence : `${sentence.slice(0, maxMeaningLength).replace(/\s*\S*$/, "")} …`;
}

function exampleTag(operation: Operation, call: string): string[] {
  const code = exampleCall(operation, call);
  return code === undefined ? [] : ["@example", "```ts", ...code.split("\n"), "```"];
}

/** For example, returns `await client.domainsV1.get("610001");`. */
function exampleCall({ example }: Operation, call: string): string | undefined {
  if (example === undefined) return undefined;
  const { ids, parameters } = example;
  const values = [...ids, ...(parameters === undefined ? [] : [parameters])];
  const separator = call.endsWith("(") || values.length === 0 ? "" : ", ";
  return `await ${call}${separator}${values.map((value) => laidOut(value)).join(", ")});`;
}

/** Parts that fit on one line are not split. */
function laidOut(value: unknown, indent = ""): string {
  // Line breaks in strings are escaped, so every line break separates two parts.
  const line = literal(value)
    .replace(/\[\n\s*/g, "[")
    .replace(/\n\s*\]/g, "]")
    .replace(/\n\s*/g, " ");
  if (indent.length + line.length <= maxLineWidth || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => laidOut(item, inner))
    : Object.entries(value).map(([name, part]) => `${propertyKey(name)}: ${laidOut(part, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

function scopeSentence({ authentication, scopes }: Operation): string {
  if (authentication === "none") return "- Access token: not required.";
  if (scopes.length === 0) return "- Access token: required, with any scope.";
  if (scopes.length === 1) return `- Scope: \`${scopes[0]}\`.`;
  if (scopes.length <= maxListedScopes) return `- Any one of the scopes ${scopes.map((scope) => `\`${scope}\``).join(", ")}.`;
  return `- Any one of ${scopes.length} scopes, for example \`${scopes[0]}\`.`;
}

function sunsetSentence(sunset: Operation["sunset"]): string {
  if (sunset === undefined) return "No date has been announced.";
  const { date, replacement } = sunset;
  if (date === null && replacement === null) return "Neither an end date nor a replacement has been announced.";
  const end = date === null ? "No end date has been announced." : `Ends on ${date}.`;
  return `${end} ${replacement === null ? "No replacement has been announced." : `Replacement: ${oneLine(replacement)}`}`;
}
