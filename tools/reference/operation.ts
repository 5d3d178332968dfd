import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describeDifferences } from "@crm-platform/mock/contract";
import type { Example, MediaType, Parameter, RequestBody, ResponseObject, Schema } from "../openapi/document.ts";
import { resolve } from "../openapi/resolve.ts";
import { takesParameters } from "../pipeline/emit/types/operations.ts";
import { errorCasesOf, linkToCategory } from "./errors.ts";
import type { Facts, OperationFacts } from "./facts.ts";
import { factsTable } from "./fidelity.ts";
import { fieldItem, fieldList, typeOf } from "./fields.ts";
import { block, code, dayOf, numberOf, prose, type Tab, table, tabs } from "./markdown.ts";

const maxListedScopes = 5;

const retries = {
  safe: "Safe to repeat: a retry has no further effect. The client retries it after network errors and after 5xx, 423, 429 and 477 responses.",
  "on-rate-limit":
    "Repeat it only after a 423, 429 or 477, which have no effect. The client retries only then, because another failed attempt may have had an effect.",
  never: "Do not repeat it: a retry can cause harm. The client never does.",
} as const;

/** One page: an introduction, examples, and the facts of the request and the responses. The style sheet puts the examples on the right. */
export function operationPage(facts: Facts, operation: OperationFacts, samples: readonly Tab[]): string {
  const { method, path, summary } = operation;
  return [
    `# ${summary}`,
    part("introduction", [block("http", `${method} ${path}`), block("ts", callOf(operation)), ...notices(operation), "<TryIt />"]),
    part("examples", examplesOf(facts, operation, samples)),
    part("facts", [
      prose(operation.description),
      ...section("Authorization", authorizationOf(operation)),
      ...section("Parameters", parametersOf(facts, operation)),
      ...section("Request body", bodyOf(facts, operation)),
      ...section("Responses", responsesOf(facts, operation)),
      ...section("Errors", errorsOf(facts, operation)),
      ...section("Limits and retries", limitsOf(operation)),
      ...section("Versions", versionsOf(operation)),
      ...section("Evidence", evidenceOf(facts, operation)),
    ]),
  ].join("\n\n");
}

function part(name: string, content: readonly string[]): string {
  return [`<div class="${name}">`, ...content, "</div>"].join("\n\n");
}

function section(title: string, content: readonly string[]): string[] {
  return content.length === 0 ? [] : [`## ${title}`, ...content];
}

export async function samplesOf(root: string, { area, name }: OperationFacts): Promise<Tab[]> {
  const read = (extension: string) => readFile(join(root, "spec", area, "samples", `${name}.${extension}`), "utf8");
  return [
    { language: "sh", label: "curl", text: await read("sh") },
    { language: "ts", label: "TypeScript", text: await read("ts") },
  ];
}

/** For example `client.meetings.batchRead({ … })` or `client.tickets.archive(ticketId)`. */
export function callOf(operation: OperationFacts): string {
  const { area, name, pathParameters, batch } = operation;
  const parameters = batch?.inputs === "" ? "[ … ]" : "{ … }";
  const argumentNames = [...pathParameters.map(({ identifier }) => identifier), ...(takesParameters(operation) ? [parameters] : [])];
  return `client.${area}.${name}(${argumentNames.join(", ")})`;
}

function notices({ deprecated, sunset, companion }: OperationFacts): string[] {
  const end = sunset?.date ? `It ends on ${dayOf(sunset.date)}` : "No end date has been announced";
  const instead = sunset?.replacement ? `use ${prose(sunset.replacement)} instead` : "no replacement has been announced";
  return [
    ...(deprecated ? [`> **Deprecated.** ${end}; ${instead}. [All deprecations](/deprecations.md)`] : []),
    ...(companion
      ? ["This operation is a [companion](/fidelity.md#companions): the platform's description names it without showing it."]
      : []),
  ];
}

function authorizationOf({ authentication, scopes }: OperationFacts): string[] {
  if (authentication === "none") return ["The request needs no access token."];
  const header = "Send an access token as `Authorization: Bearer <ACCESS_TOKEN>`.";
  if (scopes.length === 0) return [`${header} The operation requires no scope.`];
  if (scopes.length === 1) return [`${header} The token needs the [scope](/scopes.md) ${code(scopes[0] ?? "")}.`];
  const list = scopes.map((scope) => `- ${code(scope)}`).join("\n");
  const text = `${header} The token needs any one of ${scopes.length} [scopes](/scopes.md):`;
  if (scopes.length <= maxListedScopes) return [text, list];
  return [text, `<details><summary>${scopes.length} scopes</summary>`, list, "</details>"];
}

function parametersOf({ document }: Facts, { source }: OperationFacts): string[] {
  const parameters = (source.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter));
  const places = Object.entries(Object.groupBy(parameters, (parameter) => parameter.in));
  return places.flatMap(([place, list = []]) => [
    `**In the ${place}**`,
    fieldsBlock(
      list.map(({ name, required = false, schema = {}, description }) => fieldItem(document, { name, required, schema }, [], description)),
    ),
  ]);
}

function fieldsBlock(items: readonly string[]): string {
  return [`<div class="fields">`, items.join("\n"), "</div>"].join("\n\n");
}

function bodyOf({ document }: Facts, { source }: OperationFacts): string[] {
  if (source.requestBody === undefined) return [];
  const { description = "", content = {}, required } = resolve<RequestBody>(document, source.requestBody);
  return Object.entries(content).flatMap(([mediaType, { schema }]) => [
    [`${code(mediaType)}${required ? ", required." : "."}`, prose(description)].join(" "),
    ...schemaFields(document, schema),
  ]);
}

function schemaFields(document: Facts["document"], schema: Schema | undefined): string[] {
  if (schema === undefined) return [];
  const target = resolve<Schema>(document, schema);
  if (target.items === undefined) {
    const list = fieldList(document, target, [target]);
    return list === "" ? [] : [fieldsBlock([list])];
  }
  const list = fieldList(document, target.items, [target.items]);
  return [`An ${typeOf(document, target)}. Each entry has:`, ...(list === "" ? [] : [fieldsBlock([list])])];
}

function responsesOf({ document }: Facts, { results, source }: OperationFacts): string[] {
  return results.flatMap(({ status }) => {
    const response = source.responses?.[status];
    if (response === undefined) return [];
    const { description = "", content = {} } = resolve<ResponseObject>(document, response);
    const [schema] = Object.values(content).map((media) => media.schema);
    return [`### ${status}`, prose(description), ...schemaFields(document, schema)];
  });
}

function errorsOf(facts: Facts, operation: OperationFacts): string[] {
  const cases = errorCasesOf(facts, operation).toSorted((one, other) => one.status.localeCompare(other.status));
  const unique = new Map(cases.map((one) => [`${one.status} ${one.category} ${one.when}`, one]));
  if (cases.length === 0) return [];
  return [table([...unique.values()], { Status: ({ status }) => status, Category: linkToCategory, When: ({ when }) => prose(when) })];
}

function limitsOf({ retry, batch, pagination, limits, idempotencyKey }: OperationFacts): string[] {
  const largest = batch?.size ?? limits[0]?.maxItems;
  return [
    [
      `- **Retries.** ${retries[retry]}`,
      ...(idempotencyKey === undefined ? [] : [`- **Idempotency.** The service ignores a repeated ${code(idempotencyKey.join("."))}.`]),
      ...(largest === undefined
        ? []
        : [`- **Inputs.** At most ${numberOf(largest)} in each request; ${code("chunked()")} of the client splits longer lists.`]),
      ...(pagination === undefined
        ? []
        : ["- **Pages.** The client iterates over all pages with `for await`; see [Pagination](/pagination.md)."]),
      "- **Rate limits.** See [Limits](/limits.md).",
    ].join("\n"),
  ];
}

/** Lists the paths in other versions, with their end dates and differences. */
function versionsOf({ versions }: OperationFacts): string[] {
  if (versions.length < 2) return [];
  return [
    table(versions, {
      Version: ({ version }) => version.name,
      Request: ({ method, path }) => code(`${method} ${path}`),
      "Ends on": ({ sunset }) => (sunset?.date ? dayOf(sunset.date) : ""),
      Differences: ({ version }) => prose(describeDifferences(version.differences).join("; ")),
    }),
    "The versions read and write the same data; see [Versions](/versioning.md).",
  ];
}

function evidenceOf({ evidence }: Facts, { id, area }: OperationFacts): string[] {
  const marks = evidence.filter(({ place }) => place === id || place.startsWith(`${id} `));
  const link = `[Fidelity of the area](/fidelity/${area}.md)`;
  if (marks.length === 0) return [`The platform's description states all facts on this page. ${link}`];
  return [
    `<details><summary>${marks.length === 1 ? "1 fact" : `${marks.length} facts`} that the platform's description does not state</summary>`,
    factsTable(marks),
    "</details>",
    link,
  ];
}

function examplesOf({ document }: Facts, { source, results }: OperationFacts, samples: readonly Tab[]): string[] {
  const body = source.requestBody && resolve<RequestBody>(document, source.requestBody);
  const requests = Object.values(body?.content ?? {}).flatMap((media) => examplesIn(media));
  const responses = results.flatMap(({ status }) => {
    const response = source.responses?.[status];
    const { content = {} } = response === undefined ? {} : resolve<ResponseObject>(document, response);
    return Object.values(content).flatMap((media) => examplesIn(media, `${status} · `));
  });
  const empty = results.filter(({ mediaType }) => mediaType === undefined).map(({ status }) => status);
  return [
    "## Example",
    tabs(samples),
    ...(requests.length === 0 ? [] : ["**Request body**", tabs(requests)]),
    ...(responses.length === 0 ? [] : ["**Response**", tabs(responses)]),
    ...empty.map((status) => `The response with status ${status} has no body.`),
  ];
}

function examplesIn({ examples = {} }: MediaType, prefix = ""): Tab[] {
  return Object.values(examples).map((example) => {
    const { summary = "Example", value } = example as Example & { readonly summary?: string };
    return { language: "json", label: `${prefix}${summary}`, text: JSON.stringify(value, undefined, 2) };
  });
}
