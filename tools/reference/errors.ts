import type { Document, Example, ResponseObject } from "../openapi/document.ts";
import { resolve } from "../openapi/resolve.ts";
import type { Facts, OperationFacts } from "./facts.ts";
import { code, lines, operationLink, prose, table } from "./markdown.ts";

/** A situation in which an operation fails, from an example of its error responses. */
export interface ErrorCase {
  readonly operation: OperationFacts;
  readonly status: string;
  /** The legacy field `status` of an OAuth error. */
  readonly category: string;
  /** The field `error` of an OAuth error. */
  readonly oauthError?: string;
  readonly when: string;
  readonly message: string;
}

interface ErrorExample extends Example {
  readonly summary: string;
  readonly value: { readonly category?: string; readonly message: string; readonly error?: string; readonly status?: string };
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

export function errorCasesOf({ document }: { readonly document: Document }, operation: OperationFacts): ErrorCase[] {
  const errors = Object.entries(operation.source.responses ?? {}).filter(([status]) => !/^[23]/.test(status));
  return errors.flatMap(([declared, response]) => {
    const { content = {} } = resolve<ResponseObject>(document, response);
    const examples = Object.values(content["application/json"]?.examples ?? {}) as ErrorExample[];
    return examples.map(({ summary, value: { category, status: legacyStatus = "", message, error } }) => {
      // The default response has examples for several statuses. The summary of each example contains its status.
      const [, status = declared] = /\((\d{3})\)$/.exec(summary) ?? [];
      // A shared example belongs to one operation or object, which the other operations do not have.
      const when = summary.replace(/ \(\d{3}\)$/, "").replace(/, here .*/, "");
      return {
        operation,
        status,
        category: category ?? legacyStatus,
        when,
        message,
        ...(category === undefined && { oauthError: error ?? "" }),
      };
    });
  });
}

export function linkToCategory({ oauthError, category }: ErrorCase): string {
  const anchor = oauthError === undefined ? `/error-index.md#${category.toLowerCase()}` : "/errors.md#oauth-errors";
  return `[${code(category)}](${anchor})`;
}

/** The errors that are not OAuth errors, by category, in the order of their statuses. */
function casesByCategory(facts: Facts): [category: string, cases: [ErrorCase, ...ErrorCase[]]][] {
  const cases = facts.operations.flatMap((operation) => errorCasesOf(facts, operation));
  const byCategory = Map.groupBy(
    cases.filter(({ oauthError }) => oauthError === undefined).sort((one, other) => one.status.localeCompare(other.status)),
    ({ category }) => category,
  );
  return [...byCategory] as [string, [ErrorCase, ...ErrorCase[]]][];
}

/** One section for each error category. */
export function errorIndex(facts: Facts): string {
  return casesByCategory(facts)
    .flatMap(([category, cases]) => {
      const remedy = remedies[category];
      if (remedy === undefined) throw new Error(`tools/reference/errors.ts has no remedy for the error category ${category}.`);
      const statuses = [...new Set(cases.map(({ status }) => status))].join(", ");
      const situations = new Map(cases.map(({ when, message }) => [when, message]));
      return [
        `## ${category}`,
        `**Status ${statuses}.** ${[...situations.keys()].map((when) => `${when}.`).join(" ")}`,
        `**What to do.** ${prose(remedy)}`,
        ...[...situations.values()].map((message) => `> ${prose(message)}`),
        `**Operations.** ${operationsWith(facts, cases)}`,
      ];
    })
    .join("\n\n");
}

function operationsWith({ operations }: Facts, cases: readonly ErrorCase[]): string {
  const own = new Set(cases.map(({ operation }) => operation));
  const others = operations.filter((operation) => !own.has(operation));
  if (others.length === 0) return "All.";
  return others.length < own.size ? `All except ${others.map(operationLink).join(", ")}.` : `${[...own].map(operationLink).join(", ")}.`;
}

export function errorsTable(facts: Facts): string {
  return table(casesByCategory(facts), {
    Category: ([, [first]]) => linkToCategory(first),
    Status: ([, [{ status }]]) => status,
    When: ([, cases]) => lines([...new Set(cases.map(({ when }) => when))]),
  });
}

export function oauthErrorsTable(facts: Facts): string {
  const cases = facts.operations.flatMap((operation) => errorCasesOf(facts, operation)).filter(({ oauthError }) => oauthError);
  return table([...new Map(cases.map((one) => [one.category, one])).values()], {
    status: ({ category }) => code(category),
    error: ({ oauthError = "" }) => code(oauthError),
    When: ({ when }) => when,
    Message: ({ message }) => prose(message),
  });
}
