import { describeDifferences } from "@crm-platform/mock/contract";
import type { Example, MediaType, Parameter, RequestBody, ResponseObject, Schema } from "../openapi/document.ts";
import { resolve } from "../openapi/resolve.ts";
import { takesParameters } from "../pipeline/emit/types/operations.ts";
import type { Facts, OperationFacts } from "./facts.ts";
import { fieldItem, fieldList, typeOf } from "./fields.ts";
import { block, code, dayOf, gradeOf, prose, table, tabs } from "./markdown.ts";
import type { CodeSample } from "./samples.ts";
import { errorCasesOf, linkToCategory } from "./tables/errors.ts";

const maxListedScopes = 5;

const retries = {
  safe: "Safe to repeat: a retry has no further effect. The client retries it after network errors and after 5xx, 423, 429 and 477 responses.",
  "on-rate-limit":
    "Repeat it only after a 423, 429 or 477, which have no effect. The client retries only then, because another failed attempt may have had an effect.",
  never: "Do not repeat it: a retry can cause harm. The client never does.",
} as const;

/** One page: an introduction, examples, and the details of the request and the responses. The style sheet puts the examples on the right. */
export function operationPage(facts: Facts, operation: OperationFacts, samples: readonly CodeSample[]): string {
  const { method, path, summary } = operation;
  return [
    `# ${summary}`,
    part("introduction", [block("http", `${method} ${path}`), block("ts", callOf(operation)), ...notices(operation), "<TryIt />"]),
    part("examples", examplesOf(facts, operation, samples)),
    part("details", [
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
  const cases = errorCasesOf(facts, operation);
  if (cases.length === 0) return [];
  // The examples of shared responses can be of other operations.
  const situations = cases.map((one) => ({ ...one, when: /, here /.test(one.when) ? firstSentence(one.description) : one.when }));
  const rows = situations
    .map((one) => ({ cells: [one.status, linkToCategory(one), prose(one.when)] }))
    .filter((row, index, all) => all.findIndex(({ cells }) => cells.join() === row.cells.join()) === index)
    .toSorted((one, other) => (one.cells[0] ?? "").localeCompare(other.cells[0] ?? ""));
  return [table({ head: ["Status", "Category", "When"], rows })];
}

function firstSentence(text: string): string {
  return text.replace(/\.(?:\s.*)?$/s, "");
}

const number = new Intl.NumberFormat("en");

function limitsOf({ retry, batch, pagination, limits, idempotencyKey }: OperationFacts): string[] {
  const largest = batch?.size ?? limits[0]?.maxItems;
  return [
    [
      `- **Retries.** ${retries[retry]}`,
      ...(idempotencyKey === undefined ? [] : [`- **Idempotency.** The service ignores a repeated ${code(idempotencyKey.join("."))}.`]),
      ...(largest === undefined
        ? []
        : [`- **Inputs.** At most ${number.format(largest)} in each request; ${code("chunked()")} of the client splits longer lists.`]),
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
  const rows = versions.map(({ method, path, sunset, version: { name, differences } }) => ({
    cells: [name, code(`${method} ${path}`), sunset?.date ? dayOf(sunset.date) : "", prose(describeDifferences(differences).join("; "))],
  }));
  return [
    table({ head: ["Version", "Request", "Ends on", "Differences"], rows }),
    "The versions read and write the same data; see [Versions](/versioning.md).",
  ];
}

function evidenceOf({ evidence }: Facts, { id, area }: OperationFacts): string[] {
  const rows = evidence
    .filter(({ place }) => place === id || place.startsWith(`${id} `))
    .map(({ place, grade, note }) => ({ cells: [prose(place), gradeOf(grade), prose(note)] }));
  const link = `[Fidelity of the area](/fidelity/${area}.md)`;
  if (rows.length === 0) return [`The platform's description states all facts on this page. ${link}`];
  return [
    `<details><summary>${rows.length === 1 ? "1 fact" : `${rows.length} facts`} that the platform's description does not state</summary>`,
    table({ head: ["Place", "Grade", "Fact and reason"], rows }),
    "</details>",
    link,
  ];
}

function examplesOf({ document }: Facts, { source, results }: OperationFacts, samples: readonly CodeSample[]): string[] {
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
    tabs(samples.map(({ lang, label, source: text }) => ({ language: lang === "Shell" ? "sh" : "ts", label, text }))),
    ...(requests.length === 0 ? [] : ["**Request body**", tabs(requests)]),
    ...(responses.length === 0 ? [] : ["**Response**", tabs(responses)]),
    ...empty.map((status) => `The response with status ${status} has no body.`),
  ];
}

function examplesIn({ examples = {} }: MediaType, prefix = ""): { language: string; label: string; text: string }[] {
  return Object.values(examples).map((example) => {
    const { summary = "Example", value } = example as Example & { readonly summary?: string };
    return { language: "json", label: `${prefix}${summary}`, text: JSON.stringify(value, undefined, 2) };
  });
}
