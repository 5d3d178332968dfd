import { hash } from "node:crypto";
import type { CodeChallenge } from "../../store/documents.ts";

/**
 * Verifies a PKCE code verifier (RFC 7636, section 4.6). A verifier without a challenge is a problem as well: the challenge may
 * have been stripped from the install URL (RFC 9700, section 2.1.1).
 */
export function codeVerifierProblem(verifier: string | undefined, challenge: CodeChallenge | undefined): string | undefined {
  if (!challenge) return verifier === undefined ? undefined : "code verifier given, but the install URL had no code challenge";
  if (verifier !== undefined && transformed(verifier, challenge.method) === challenge.value) return undefined;
  return "missing or invalid code verifier";
}

function transformed(verifier: string, method: CodeChallenge["method"]): string {
  return method === "S256" ? hash("sha256", verifier, "base64url") : verifier;
}
