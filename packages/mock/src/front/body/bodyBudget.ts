import { Refusal } from "../../contract/errors/refusal.ts";

/** The bytes of request bodies that may be in memory at a time. */
export interface BodyBudget {
  /** @throws Refusal when the bytes do not fit beside those of the other requests */
  take(bytes: number): void;
  give(bytes: number): void;
}

/** How the body of a request is read. */
export interface BodyRules {
  /** In bytes. */
  readonly limit: number;
  readonly budget: BodyBudget;
}

export const withoutLimit: BodyRules = { limit: Number.POSITIVE_INFINITY, budget: { take: () => {}, give: () => {} } };

/** All requests that share a budget have room for `limit` bytes together. */
export function createBodyBudget(limit: number): BodyBudget {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > limit) {
        // The rest of the body is not read, so the connection cannot serve another request.
        const headers = { "retry-after": "1", connection: "close" };
        throw new Refusal("SERVICE_UNAVAILABLE", "Too many request bodies are being read at once. Try again in 1 second.", { headers });
      }
      held += bytes;
    },
    give(bytes) {
      held -= bytes;
    },
  };
}
