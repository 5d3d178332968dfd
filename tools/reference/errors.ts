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

interface Category {
  readonly meaning: string;
  readonly remedy: string;
}

const categories: Readonly<Record<string, Category>> = {
  VALIDATION_ERROR: {
    meaning: "The request does not have the form or the values that the operation requires.",
    remedy: "Correct the request; the message and `errors` name the invalid values. A retry returns the same error.",
  },
  INVALID_AUTHENTICATION: {
    meaning: "The request has no access token, or one that is not valid.",
    remedy: "Send `Authorization: Bearer` with a valid access token. A retry with the same token returns the same error.",
  },
  EXPIRED_AUTHENTICATION: {
    meaning: "The access token has expired.",
    remedy: "Get a new access token with the refresh token. The client does this itself if its access token is a refreshing source.",
  },
  MISSING_SCOPES: {
    meaning: "The access token lacks a scope that the operation requires.",
    remedy: "Add one of the scopes in the message to the app's install URL, and ask the user to approve the app again.",
  },
  FORBIDDEN: {
    meaning: "The access token is valid, but does not allow the operation.",
    remedy: "Use an access token of an installation instead of one that represents the app.",
  },
  OBJECT_NOT_FOUND: {
    meaning: "The account has no object with this id or name.",
    remedy: "Check the id, and that the object belongs to the account of the access token. It may also have been archived or deleted.",
  },
  RESOURCE_NOT_FOUND: {
    meaning: "No operation has the method and the path of the request.",
    remedy: "Check the method and the path; the message suggests an operation with a similar path.",
  },
  METHOD_NOT_ALLOWED: {
    meaning: "The path exists, but not with the method of the request.",
    remedy: "Use one of the methods in the `Allow` header.",
  },
  CONFLICT: {
    meaning: "The request conflicts with an object that exists, for example because a unique value is already in use.",
    remedy: "Choose another name or value, or update the existing object, which the message names.",
  },
  SUNSET_INTERFACE: {
    meaning: "The interface has ended.",
    remedy: "Use the replacement that the message names. A retry returns the same error.",
  },
  PAYLOAD_TOO_LARGE: {
    meaning: "The body of the request is too large.",
    remedy: "Send less data in each request, for example smaller batches.",
  },
  URI_TOO_LONG: {
    meaning: "The path and the query of the request are too long.",
    remedy: "Send fewer or shorter query parameters, or use an operation that takes them in the body.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: "The body has a content type that the operation does not accept.",
    remedy: "Set `Content-Type` to the content type of the operation's request body.",
  },
  LOCKED: {
    meaning: "Too many records were written in a short time, so the account is locked for two seconds.",
    remedy: "Wait for the number of seconds in `Retry-After`, or for two seconds without the header, and then repeat the request.",
  },
  RATE_LIMITS: {
    meaning: "The app or the account has sent too many requests.",
    remedy: "Wait for the number of seconds in `Retry-After`, and then repeat the request. The client does so by itself.",
  },
  MIGRATION_IN_PROGRESS: {
    meaning: "The account is being moved to another data center.",
    remedy: "Wait for the number of seconds in `Retry-After`, which can amount to 24 hours, and then repeat the request.",
  },
  INTERNAL_ERROR: {
    meaning: "The service failed.",
    remedy: "Repeat the request only if the operation is safe to retry. Quote the correlation id if you report the error.",
  },
  SERVICE_UNAVAILABLE: {
    meaning: "The service cannot process the request at the moment.",
    remedy: "Wait for the number of seconds in `Retry-After`, with exponential backoff, and then repeat the request.",
  },
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
export function errorIndex(document: Facts): string {
  return casesByCategory(document)
    .flatMap(([category, cases]) => {
      const facts = categories[category];
      if (facts === undefined) throw new Error(`tools/reference/errors.ts lacks the error category ${category}.`);
      const statuses = [...new Set(cases.map(({ status }) => status))].join(", ");
      const situations = new Map(cases.map(({ when, message }) => [when, message]));
      return [
        `## ${category}`,
        `**Status ${statuses}.** ${facts.meaning}`,
        `**What to do.** ${prose(facts.remedy)}`,
        "**Examples**",
        [...situations].map(([when, message]) => `- ${when}: “${prose(message)}”`).join("\n"),
        `**Operations.** ${operationsWith(document, cases)}`,
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
