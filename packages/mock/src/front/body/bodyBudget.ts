import { Rejection } from "../../contract/errors/rejection.ts";

export interface BodyBudget {
  /** @throws Rejection when the bytes exceed the budget */
  take(bytes: number): void;
  give(bytes: number): void;
}

export interface BodyRules {
  readonly limit: number;
  readonly budget: BodyBudget;
}

export const withoutLimit: BodyRules = { limit: Number.POSITIVE_INFINITY, budget: { take: () => {}, give: () => {} } };

export function createBodyBudget(limit: number): BodyBudget {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > limit) {
        // The rest of the body is not read, so the connection cannot be reused.
        const headers = { "retry-after": "1", connection: "close" };
        throw new Rejection("SERVICE_UNAVAILABLE", "Too many request bodies are being read at once. Try again in 1 second.", { headers });
      }
      held += bytes;
    },
    give(bytes) {
      held -= bytes;
    },
  };
}
