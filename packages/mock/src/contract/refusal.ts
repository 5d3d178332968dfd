import { mostProblems, type Problem } from "./message.ts";

/** The status of each category of failure that the mock tells apart. */
export const statusOfCategory = {
  VALIDATION_ERROR: 400,
  INVALID_AUTHENTICATION: 401,
  EXPIRED_AUTHENTICATION: 401,
  MISSING_SCOPES: 403,
  OBJECT_NOT_FOUND: 404,
  RESOURCE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  SUNSET_INTERFACE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  EXPECTATION_FAILED: 417,
  RATE_LIMITS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL_ERROR: 500,
  BAD_GATEWAY: 502,
} as const;

export type Category = keyof typeof statusOfCategory;

export interface RefusalOptions {
  readonly problems?: readonly Problem[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that is not served, and why; thrown wherever that becomes clear. */
export class Refusal extends Error {
  readonly category: Category;
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(category: Category, message: string, { problems = [], headers = {} }: RefusalOptions = {}) {
    super(message);
    this.name = "Refusal";
    this.category = category;
    this.problems = problems;
    this.headers = headers;
  }
}

/** The refusal of a request that breaks the contract. */
export function invalidRequest(problems: readonly Problem[]): Refusal {
  const atLeast = problems.length < mostProblems ? "" : "at least ";
  const count = problems.length === 1 ? "1 problem" : `${atLeast}${problems.length} problems`;
  return new Refusal("VALIDATION_ERROR", `The request is not valid: ${count}`, { problems });
}
