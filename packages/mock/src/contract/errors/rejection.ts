import { maxProblems, type Problem } from "../message.ts";

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
  /** Replaces `message` in the error body, because the body lists the problems separately. */
  readonly summary?: string;
  /** The contract violations to log. Default: the problems. */
  readonly violations?: readonly Problem[];
}

export class Rejection extends Error {
  readonly category: Category;
  readonly summary: string;
  readonly problems: readonly Problem[];
  readonly violations: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;
  readonly context: RejectionOptions["context"];
  readonly policyName: string | undefined;

  constructor(category: Category, message: string, options: RejectionOptions = {}) {
    const { problems = [], violations = problems, headers = {}, context, policyName, summary = message } = options;
    super(message);
    this.name = "Rejection";
    this.category = category;
    this.summary = summary;
    this.problems = problems;
    this.violations = violations;
    this.headers = headers;
    this.context = context;
    this.policyName = policyName;
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

const maxNamed = 3;

export function rejectedProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.filter((problem) => !problem.accepted);
}

export function invalidRequest(problems: readonly Problem[]): Rejection {
  const atLeast = problems.length < maxProblems ? "" : "at least ";
  const count = problems.length === 1 ? "1 problem" : `${atLeast}${problems.length} problems`;
  const summary = `The request is not valid: ${count}`;
  // In-process callers see only this message, so it also contains the first problems.
  const listed = problems.slice(0, maxNamed).map(({ message }) => message);
  if (problems.length > maxNamed) listed.push(`… and ${problems.length - maxNamed} more`);
  return new Rejection("VALIDATION_ERROR", `${summary}: ${listed.join("; ")}`, { problems, summary });
}

/** @param message must not contain values from the body */
export function unreadableBody(category: Category, message: string): Rejection {
  return new Rejection(category, message, { violations: [{ in: "body", code: category, message }] });
}

/** Returns the error for a missing or invalid access token. */
export function unauthenticated(): Rejection {
  const message = 'The access token is missing or not valid. Send it as "Authorization: Bearer <ACCESS_TOKEN>".';
  return new Rejection("INVALID_AUTHENTICATION", message, { headers: { "www-authenticate": "Bearer" } });
}

/** @param required whether the token must have all scopes, or whether one of them is sufficient */
export function missingScopes(scopes: readonly string[], required: "all" | "one" = "one"): Rejection {
  const needed = scopes.length === 1 ? "the scope" : `${required} of the scopes`;
  return new Rejection("MISSING_SCOPES", "The access token lacks a scope that this operation requires.", {
    problems: [
      {
        in: "Authorization",
        code: "scopes",
        message: `The access token must have ${needed} in context.requiredGranularScopes`,
        context: { requiredGranularScopes: scopes },
      },
    ],
    // A missing scope is a problem with the token, not a contract violation.
    violations: [],
    headers: { "www-authenticate": 'Bearer error="insufficient_scope"' },
  });
}
