import { maxProblems, type Problem } from "../message.ts";
import type { Sunset } from "../openapi/operations.ts";
import { shortened } from "../problems/fields.ts";

export const statusOfCategory = {
  VALIDATION_ERROR: 400,
  INVALID_AUTHENTICATION: 401,
  EXPIRED_AUTHENTICATION: 401,
  MISSING_SCOPES: 403,
  FORBIDDEN: 403,
  OBJECT_NOT_FOUND: 404,
  RESOURCE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  SUNSET_INTERFACE: 410,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  MERGE_LIMIT_EXCEEDED: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  EXPECTATION_FAILED: 417,
  LOCKED: 423,
  RATE_LIMITS: 429,
  HEADERS_TOO_LARGE: 431,
  MIGRATION_IN_PROGRESS: 477,
  INTERNAL_ERROR: 500,
  BAD_GATEWAY: 502,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type Category = keyof typeof statusOfCategory;

export interface RejectionOptions {
  readonly problems?: readonly Problem[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly context?: Readonly<Record<string, readonly string[]>>;
  readonly policyName?: string;
  /** For example `PipelineError.STAGE_ID_IN_USE`. */
  readonly subCategory?: string;
  /** The contract violations to log. Default: the problems. */
  readonly violations?: readonly Problem[];
}

export class Rejection extends Error {
  readonly category: Category;
  readonly problems: readonly Problem[];
  readonly violations: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;
  readonly context: RejectionOptions["context"];
  readonly policyName: string | undefined;
  readonly subCategory: string | undefined;

  constructor(category: Category, message: string, options: RejectionOptions = {}) {
    const { problems = [], violations = problems, headers = {}, context, policyName, subCategory } = options;
    super(message);
    this.name = "Rejection";
    this.category = category;
    this.problems = problems;
    this.violations = violations;
    this.headers = headers;
    this.context = context;
    this.policyName = policyName;
    this.subCategory = subCategory;
  }
}

export class OAuthRejection extends Error {
  readonly error: "invalid_grant" | "invalid_client" | "unsupported_grant_type" | "invalid_request" | "invalid_scope";
  readonly status: string;

  /** @param message for example `missing or invalid refresh token`; must not contain values from the request */
  constructor(error: OAuthRejection["error"], status: string, message: string) {
    super(message);
    this.name = "OAuthRejection";
    this.error = error;
    this.status = status;
  }
}

export function rejectedProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter((problem) => !problem.accepted);
}

/** The message states the first problem, because clients, test runners and logs often show only the message. */
export function invalidRequest(problems: readonly Problem[]): Rejection {
  return new Rejection("VALIDATION_ERROR", `The request is not valid: ${reasonOf(problems)}`, { problems });
}

/** Returns the first problem and the number of the others. @param contents whether to include the received value */
export function reasonOf([first, ...others]: readonly Problem[], contents: "rule" | "rule and value" = "rule and value"): string {
  if (first === undefined) return "";
  const { message, received = "" } = first;
  const isStated = contents === "rule" || received === "" || message.includes(`"${received}"`);
  const reason = isStated ? message : `${message} (received ${received})`;
  if (others.length === 0) return reason;
  const atLeast = others.length < maxProblems - 1 ? "" : "at least ";
  return `${reason}, and ${atLeast}${others.length} more ${others.length === 1 ? "problem" : "problems"}`;
}

// Clients of a similar API measured limits between 8,000 and 16,200 characters.
export const maxUrlLength = 16_200;

/** @param length the number of characters in the path and the query, if known */
export function urlTooLong(length?: number): Rejection {
  const excess = length === undefined ? "are too long" : `have ${length} characters`;
  const advice = "Request fewer properties, or send them in the body of a batch operation.";
  return new Rejection("URI_TOO_LONG", `The path and the query ${excess}. The limit is ${maxUrlLength}. ${advice}`);
}

/** @param message must not contain values from the body */
export function unreadableBody(category: Category, message: string): Rejection {
  return new Rejection(category, message, { violations: [{ in: "body", code: category, message }] });
}

/** Returns the error for a missing or invalid access token. */
export function tokenRejection(): Rejection {
  const message = 'The access token is missing or not valid. Send it as "Authorization: Bearer <ACCESS_TOKEN>".';
  return new Rejection("INVALID_AUTHENTICATION", message, { headers: { "www-authenticate": "Bearer" } });
}

const maxListed = 5;

/** Returns for example `a, b, or c`, or the first values and the number of the others. */
export function shortList(values: readonly string[], conjunction: "and" | "or"): string {
  const more = values.length - maxListed;
  // A single further value is named instead of counted.
  const names = (more > 1 ? values.slice(0, maxListed) : values).map((value) => shortened(value));
  const others = conjunction === "or" ? `one of ${more} others` : `${more} others`;
  const parts = more > 1 ? [...names, others] : names;
  if (parts.length < 3) return parts.join(` ${conjunction} `);
  return `${parts.slice(0, -1).join(", ")}, ${conjunction} ${parts.at(-1)}`;
}

/** Thrown if the mock's own response violates the contract. The cause is a bug in the mock or in the document. */
export class ResponseViolation extends Error {
  readonly operationId: string;
  readonly problems: readonly Problem[];

  constructor(operationId: string, problems: readonly Problem[]) {
    const list = problems.map((problem) => `${problem.in}: ${problem.message}`).join("; ");
    super(`${operationId} violated its contract: ${list}`);
    this.name = "ResponseViolation";
    this.operationId = operationId;
    this.problems = problems;
  }
}

/** The interface ends at 00:00 UTC on the sunset date. */
export function sunsetRejection(name: string, { date, replacement }: Sunset, now: number): Rejection | undefined {
  if (date === null || now < Date.parse(date)) return undefined;
  const advice = replacement === null ? "There is no replacement." : `Use ${replacement}.`;
  return new Rejection("SUNSET_INTERFACE", `${name} ended on ${date}. ${advice}`);
}
