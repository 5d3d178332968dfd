import { type ContractRequest, type ContractResponse, jsonType, type Problem } from "../message.ts";
import type { Operation } from "../openapi/operations.ts";
import { OAuthRejection, type Rejection } from "./rejection.ts";

/** Returns an error in the format of RFC 6749, with the legacy fields `status` and `message`. */
export function oauthErrorResponse(rejection: Rejection): ContractResponse {
  const fields = [...new Set(rejection.problems.map((problem) => problem.in))];
  if (fields.includes("grant_type")) return response("BAD_GRANT_TYPE", "unsupported_grant_type", "missing or invalid grant type");
  const message = fields.length === 0 ? rejection.summary : `missing or invalid ${fields.map(inWords).join(", ")}`;
  return response("BAD_REQUEST", "invalid_request", message);
}

export function oauthRejectionResponse({ error, status, message }: OAuthRejection): ContractResponse {
  return response(status, error, message);
}

export function basicCredentialsRejection(
  { oauthErrors }: Operation,
  { headers }: ContractRequest,
  problems: readonly Problem[],
): OAuthRejection | undefined {
  const missesCredentials = problems.some((problem) => problem.in === "client_id" || problem.in === "client_secret");
  if (!oauthErrors || !missesCredentials || !/^basic /i.test(headers["authorization"] ?? "")) return undefined;
  const message = "send the credentials as client_id and client_secret in the form, not in an Authorization header";
  return new OAuthRejection("invalid_request", "BAD_REQUEST", message);
}

function response(status: string, error: string, message: string): ContractResponse {
  const body = { error, error_description: message, status, message };
  return { status: 400, headers: { "content-type": jsonType }, body };
}

function inWords(field: string): string {
  return field.replaceAll("_", " ").replace(/\buri\b/, "URI");
}
