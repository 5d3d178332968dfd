import type { CodeChallenge } from "../../store/documents/documents.ts";
import type { AuthorizationRequest } from "./authorizeRequest.ts";

type ChallengeFields = Pick<AuthorizationRequest, "codeChallenge" | "codeChallengeMethod">;

// See RFC 7636, sections 4.1 and 4.2. An S256 challenge is a SHA-256 hash in base64url.
const plainChallenge = /^[\w.~-]{43,128}$/;
const hashedChallenge = /^[\w-]{43}$/;

/** The message contains only characters that are allowed in `error_description`. */
export function codeChallengeProblem({ codeChallenge, codeChallengeMethod }: ChallengeFields): string | undefined {
  if (codeChallenge === undefined) {
    return codeChallengeMethod === undefined ? undefined : "code_challenge_method requires a code_challenge";
  }
  if (!["plain", "S256", undefined].includes(codeChallengeMethod)) return "code_challenge_method must be S256 or plain";
  if (codeChallengeMethod === "S256") {
    return hashedChallenge.test(codeChallenge)
      ? undefined
      : "code_challenge must be a SHA-256 hash in base64url, which has 43 characters without padding";
  }
  return plainChallenge.test(codeChallenge) ? undefined : "code_challenge must consist of 43 to 128 characters from A-Z a-z 0-9 - . _ ~";
}

export function codeChallengeOf({ codeChallenge, codeChallengeMethod }: ChallengeFields): CodeChallenge | undefined {
  if (codeChallenge === undefined) return undefined;
  return { method: codeChallengeMethod === "S256" ? "S256" : "plain", value: codeChallenge };
}
