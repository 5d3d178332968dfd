import type { FaultEffect } from "../generated/control/schemas.ts";

export function effectInWords(effect: FaultEffect): string {
  switch (effect.type) {
    case "status": {
      const category = effect.category === undefined ? "" : ` ${effect.category}`;
      const retryAfter = effect.retryAfter === undefined ? "" : `, Retry-After: ${effect.retryAfter}`;
      const message = effect.message === undefined ? "" : `, “${effect.message}”`;
      return `Responds with ${effect.status}${category}${retryAfter}${message}; the request is not processed`;
    }
    case "rateLimit":
      return `Responds with 429, Retry-After: ${effect.retryAfter ?? 1} and the limit ${effect.policyName}; the request is not processed`;
    case "latency":
      return `Responds ${effect.milliseconds.toLocaleString("en")} milliseconds late`;
    case "searchLag":
      return `Processes the request, and hides its changes from searches for ${effect.milliseconds.toLocaleString("en")} milliseconds`;
    case "advanceClock":
      return `Advances the account's clock by ${effect.milliseconds.toLocaleString("en")} milliseconds before the request is processed`;
    case "partialFailure": {
      const { indexes, count = 1 } = effect;
      const inputs = indexes
        ? `inputs ${indexes.join(", ")}`
        : count === 1
          ? "the first input"
          : `the first ${count.toLocaleString("en")} inputs`;
      const message = effect.message === undefined ? "" : ` and “${effect.message}”`;
      return `Responds with 207, with the error ${effect.category}${message} for ${inputs}; the other inputs are processed`;
    }
    case "reset":
      return "Drops the connection; the request is not processed";
    case "truncate":
      return "Processes the request and sends only half of the response";
    case "dropResponse":
      return "Processes the request and drops the connection instead of responding";
    case "duplicate":
      return "Sends the webhook twice";
    case "reorder":
      return "Sends the webhook after the next one";
  }
}
