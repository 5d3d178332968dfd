import { type ContractRequest, type ContractResponse, jsonType, type Problem } from "../message.ts";
import type { Operation } from "../openapi/operations.ts";
import { OAuthRejection, type Rejection, reasonOf } from "./rejection.ts";

/** Returns an error in the format of RFC 6749, with the legacy fields `status` and `message`. */
export function oauthErrorResponse(rejection: Rejection): ContractResponse {
  const { problems } = rejection;
  if (problems.length === 0) return response("BAD_REQUEST", "invalid_request", rejection.message);
  const grantType = problems.find((problem) => problem.in === "grant_type");
  if (grantType) return response("BAD_GRANT_TYPE", "unsupported_grant_type", "missing or invalid grant type", [grantType]);
  const fields = [...new Set(problems.map((problem) => problem.in))];
  return response("BAD_REQUEST", "invalid_request", `missing or invalid ${fields.map(inWords).join(", ")}`, problems);
}

/** Omits received values, because any field of the form may contain a secret, for example if two fields were swapped. */
function reason(problems: readonly Problem[]): string {
  // RFC 6749, section 5.2, does not allow other characters in `error_description`.
  return reasonOf(problems, "rule")
    .replaceAll('"', "'")
    .replaceAll(/[^\x20\x21\x23-\x5b\x5d-\x7e]/gu, "?");
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

/** Only the description contains the problems, because clients may compare the message with the platform's wording. */
function response(status: string, error: string, message: string, problems: readonly Problem[] = []): ContractResponse {
  const description = problems.length === 0 ? message : `${message}: ${reason(problems)}`;
  const body = { error, error_description: description, status, message };
  return { status: 400, headers: { "content-type": jsonType }, body };
}

function inWords(field: string): string {
  return field.replaceAll("_", " ").replace(/\buri\b/, "URI");
}
