import { hash } from "node:crypto";
import { scopes as platformScopes } from "@crm-platform/types";
import type { Caller } from "./context.ts";

const userScopes = Object.keys(platformScopes);

/**
 * Returns the token with which an account's user makes requests without an app. It is not stored, but derived from the account's
 * generation, which is random. It therefore ends with the account, and cannot be computed from the seed alone.
 */
export function userTokenOf(idSeed: string, accountId: number, generation: number): string {
  return `${hash("sha256", `${idSeed} ${accountId} ${generation} user`, "base64url").replaceAll("-", "_")}-${accountId}`;
}

export function callerOfUser(userId: number): Caller {
  return { userId, scopes: userScopes };
}
