import type { Operation, PathParameter } from "../model/model.ts";
import { literal, oneLine, propertyKey, prose } from "./source.ts";

/** More scopes than this are counted, not listed. */
const listedScopes = 6;

/** What is longer is broken into lines. */
const lineWidth = 80;

/** More of what a status means would hide the statuses. */
const maxMeaningLength = 120;

/**
 * What an editor shows for an operation: what it does, what it needs, what it answers, how it is called, and when it ends.
 * @param call how a call begins, up to its ids, for example `client.domains.get(`
 */
export function operationDocumentation(operation: Operation, call: string): string[] {
  const { summary, description, method, path, results, failures, sunset, deprecated } = operation;
  return [
    summary === "" ? "" : prose(`${summary}.`).replace(/\.\.$/, "."),
    "",
    prose(description),
    "",
    `\`${method} ${path}\``,
    "",
    credentialSentence(operation),
    ...operation.limits.map(
      ({ pointer, maxItems }) => `- Limit: at most ${maxItems} items${pointer === "" ? "" : ` in \`${pointer.slice(1)}\``}.`,
    ),
    ...results.map(({ status, description: text }) => `- ${status}: ${oneLine(text)}`),
    ...(failures.length === 0 ? [] : ["- Fails with an ApiError:"]),
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

/** The first sentence, in one line. */
function meaningOf(description: string): string {
  const [sentence = ""] = oneLine(description).split(/(?<=\.) /);
  return sentence.length <= maxMeaningLength ? sentence : `${sentence.slice(0, maxMeaningLength).replace(/\s*\S*$/, "")} …`;
}

function exampleTag(operation: Operation, call: string): string[] {
  const code = exampleCall(operation, call);
  return code === undefined ? [] : ["@example", "```ts", ...code.split("\n"), "```"];
}

/** The first example as a call, for example `await client.domains.get("610001");`; nothing where the document has none. */
function exampleCall({ example }: Operation, call: string): string | undefined {
  if (example === undefined) return undefined;
  const { ids, parameters } = example;
  const values = [...ids, ...(parameters === undefined ? [] : [parameters])];
  const separator = call.endsWith("(") || values.length === 0 ? "" : ", ";
  return `await ${call}${separator}${values.map((value) => laidOut(value)).join(", ")});`;
}

/** A value as source code, each part on one line where there is room for it. */
function laidOut(value: unknown, indent = ""): string {
  // No text of a literal has a line end in it, so each one stands between its parts.
  const line = literal(value)
    .replace(/\[\n\s*/g, "[")
    .replace(/\n\s*\]/g, "]")
    .replace(/\n\s*/g, " ");
  if (indent.length + line.length <= lineWidth || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((item) => laidOut(item, inner))
    : Object.entries(value).map(([name, part]) => `${propertyKey(name)}: ${laidOut(part, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

function credentialSentence(operation: Operation): string {
  const { authentication, credential } = operation;
  if (credential === undefined) return scopeSentence(operation);
  const form = credential.scheme === "basic" ? "`user:password`, sent by HTTP Basic" : `an API key, sent as the ${placeOf(credential)}`;
  return `- \`accessToken\`: ${form}${authentication === "optional" ? "; optional" : ""}.`;
}

function placeOf({ in: place, name }: Extract<Operation["credential"], { scheme: "apiKey" }>): string {
  return `${place === "query" ? "query parameter" : place} \`${oneLine(name)}\``;
}

function scopeSentence({ authentication, scopes }: Operation): string {
  if (authentication === "none") return "- Access token: none needed.";
  if (authentication === "optional") return "- Access token: can be sent, and need not be.";
  if (scopes.length === 0) return "- Access token: needed, with no particular scope.";
  if (scopes.length === 1) return `- Scope: \`${scopes[0]}\`.`;
  if (scopes.length <= listedScopes) return `- Any one of the scopes ${scopes.map((scope) => `\`${scope}\``).join(", ")}.`;
  return `- Any one of ${scopes.length} scopes, for example \`${scopes[0]}\`.`;
}

function sunsetSentence(sunset: Operation["sunset"]): string {
  if (sunset === undefined) return "No date has been announced.";
  const { date, replacement } = sunset;
  if (date === null && replacement === null) return "No end has been announced, nor a replacement.";
  const end = date === null ? "No end has been announced." : `Ends on ${date}.`;
  return `${end} ${replacement === null ? "No replacement has been announced." : `Instead: ${oneLine(replacement)}`}`;
}
