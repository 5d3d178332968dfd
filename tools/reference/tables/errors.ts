import { lookUp } from "../../openapi/resolve.ts";
import type { Facts, OperationFacts } from "../facts.ts";
import { code, lines, operationLink, prose, table } from "../markdown.ts";

interface Response {
  readonly description: string;
  readonly content: {
    readonly "application/json": {
      readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: ErrorExample }>>;
    };
  };
}

interface ErrorExample {
  readonly category?: string;
  readonly message: string;
  readonly error?: string;
  readonly status?: string;
}

/** A situation in which an operation fails, from the examples of its error responses. */
export interface ErrorCase {
  readonly status: string;
  /** The legacy field `status` of an OAuth error. */
  readonly category: string;
  readonly when: string;
  readonly message: string;
  readonly example: ErrorExample;
  readonly description: string;
}

/** What to do about an error, by category. */
const remedies: Readonly<Record<string, string>> = {
  VALIDATION_ERROR: "Correct the request; the message and `errors` name the invalid values. A retry returns the same error.",
  INVALID_AUTHENTICATION: "Send `Authorization: Bearer` with a valid access token. A retry with the same token returns the same error.",
  EXPIRED_AUTHENTICATION:
    "Get a new access token with the refresh token. The client does this itself if its access token is a refreshing source.",
  MISSING_SCOPES: "Add one of the scopes in the message to the app's install URL, and ask the user to approve the app again.",
  FORBIDDEN: "Use an access token of an installation instead of one that represents the app.",
  OBJECT_NOT_FOUND:
    "Check the id, and that the object belongs to the account of the access token. It may also have been archived or deleted.",
  RESOURCE_NOT_FOUND: "Check the method and the path; the message suggests an operation with a similar path.",
  METHOD_NOT_ALLOWED: "Use one of the methods in the `Allow` header.",
  CONFLICT: "Choose another name or value, or update the existing object, which the message names.",
  SUNSET_INTERFACE: "Use the replacement that the message names. A retry returns the same error.",
  PAYLOAD_TOO_LARGE: "Send less data in each request, for example smaller batches.",
  URI_TOO_LONG: "Send fewer or shorter query parameters, or use an operation that takes them in the body.",
  UNSUPPORTED_MEDIA_TYPE: "Set `Content-Type` to the content type of the operation's request body.",
  LOCKED: "Wait for the number of seconds in `Retry-After`, or for two seconds without the header, and then repeat the request.",
  RATE_LIMITS: "Wait for the number of seconds in `Retry-After`, and then repeat the request. The client does so by itself.",
  MIGRATION_IN_PROGRESS: "Wait for the number of seconds in `Retry-After`, which can amount to 24 hours, and then repeat the request.",
  INTERNAL_ERROR: "Repeat the request only if the operation is safe to retry. Quote the correlation id if you report the error.",
  SERVICE_UNAVAILABLE: "Wait for the number of seconds in `Retry-After`, with exponential backoff, and then repeat the request.",
};

export function errorCasesOf({ document }: Facts, { source }: OperationFacts): ErrorCase[] {
  const errors = Object.entries(source.responses ?? {}).filter(([status]) => !status.startsWith("2") && !status.startsWith("3"));
  return errors.flatMap(([declared, response]) => {
    const { $ref } = response as { readonly $ref?: string };
    const { description, content } = ($ref === undefined ? response : lookUp(document, $ref)) as unknown as Response;
    return Object.values(content["application/json"].examples).map(({ summary, value }): ErrorCase => {
      // The default response has examples for several statuses. The summary of each example contains its status.
      const [, status = declared] = /\((\d{3})\)$/.exec(summary) ?? [];
      const when = summary.replace(/ \(\d{3}\)$/, "");
      return { status, category: value.category ?? value.status ?? "", when, message: value.message, example: value, description };
    });
  });
}

export function linkToCategory({ example, category }: ErrorCase): string {
  return example.category === undefined
    ? `[${code(category)}](/errors.md#oauth-errors)`
    : `[${code(category)}](/error-index.md#${category.toLowerCase()})`;
}

/** One section for each error category. */
export function errorIndex(facts: Facts): string {
  const cases = facts.operations.flatMap((operation) => errorCasesOf(facts, operation).map((one) => ({ ...one, operation })));
  const byCategory = Map.groupBy(
    cases.filter(({ example }) => example.category !== undefined),
    ({ category }) => category,
  );
  const sections = [...byCategory].sort(([, [one]], [, [other]]) => (one?.status ?? "").localeCompare(other?.status ?? ""));
  return sections.map(([category, list]) => sectionOf(category, list)).join("\n\n");
}

function sectionOf(category: string, cases: readonly (ErrorCase & { readonly operation: OperationFacts })[]): string {
  const remedy = remedies[category];
  if (remedy === undefined) throw new Error(`tools/reference/tables/errors.ts has no remedy for the error category ${category}.`);
  const statuses = [...new Set(cases.map(({ status }) => status))].join(", ");
  const situations = new Map(cases.map(({ when, message }) => [when, message]));
  const operations = [...new Set(cases.map(({ operation }) => operation))];
  return [
    `## ${category}`,
    `**Status ${statuses}.** ${[...situations.keys()].map((when) => `${when}.`).join(" ")}`,
    `**What to do.** ${prose(remedy)}`,
    ...[...situations.values()].map((message) => `> ${prose(message)}`),
    `<details><summary>${operations.length} operations</summary>`,
    operations.map(operationLink).join(", "),
    "</details>",
  ].join("\n\n");
}

export function errorsTable(facts: Facts): string {
  const cases = facts.operations.flatMap((operation) => errorCasesOf(facts, operation)).filter(({ example }) => example.category);
  const byCategory = Map.groupBy(cases, ({ category }) => category);
  const rows = [...byCategory.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const situations = [...new Set([first, ...others].map(({ when }) => when))];
    return [{ id: `category-${first.category}`, cells: [linkToCategory(first), first.status, lines(situations)] }];
  });
  return table({
    head: ["Category", "Status", "When"],
    rows: rows.sort((one, other) => (one.cells[1] ?? "").localeCompare(other.cells[1] ?? "")),
  });
}

export function oauthErrorsTable({ document }: Facts): string {
  const { content } = lookUp(document, "#/components/responses/OAuthError") as unknown as Response;
  const rows = Object.values(content["application/json"].examples).map(({ summary, value }) => ({
    id: `oauth-${value.status}`,
    cells: [code(value.status ?? ""), code(value.error ?? ""), summary, prose(value.message)],
  }));
  return table({ head: ["status", "error", "When", "Message"], rows });
}
