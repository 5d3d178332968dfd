import type { FaultEffect } from "../../../generated/control/schemas.ts";

interface ReadyFault {
  readonly code: string;
  readonly text: string;
  readonly hint: string;
  readonly effect: FaultEffect;
}

/** The control API also supports other statuses, rate limits, latencies and inputs. */
export const readyFaults: readonly ReadyFault[] = [
  {
    code: "status500",
    text: "500: server error",
    hint: "The request is not processed. Does the client retry only operations that are safe to retry?",
    effect: { type: "status", status: 500 },
  },
  {
    code: "rateLimit",
    text: "429: too many requests",
    hint: "The response has Retry-After: 2. Does the client wait that long?",
    effect: { type: "rateLimit", policyName: "TEN_SECONDLY_ROLLING", retryAfter: 2 },
  },
  {
    code: "locked",
    text: "423: too many writes",
    hint: "The request is not processed. The response has Retry-After: 2. Does the client wait that long?",
    effect: { type: "status", status: 423 },
  },
  {
    code: "migration",
    text: "477: the account is being moved",
    hint: "The request is not processed. The response has Retry-After: 86400. Does the client give up for now, and report when to try again?",
    effect: { type: "status", status: 477 },
  },
  {
    code: "latency",
    text: "Respond 2 seconds late",
    hint: "The request is processed. Does the client time out, and what does it do then?",
    effect: { type: "latency", milliseconds: 2_000 },
  },
  {
    code: "searchLag",
    text: "Make writes searchable 5 seconds late",
    hint: "The request is processed, but searches find its changes only later, by the account's clock. Does the client search again?",
    effect: { type: "searchLag", milliseconds: 5_000 },
  },
  {
    code: "partialFailure",
    text: "207: the first input of a batch fails",
    hint: "The other inputs are processed. Choose a batch operation above. Does the client report or repeat only the failed input?",
    effect: { type: "partialFailure", category: "VALIDATION_ERROR" },
  },
  {
    code: "expireToken",
    text: "Let the access token expire",
    hint: "The account's clock advances by 31 minutes before the request is processed. Does the client get a new token and repeat the request?",
    effect: { type: "advanceClock", milliseconds: 31 * 60_000 },
  },
  {
    code: "reset",
    text: "Drop the connection",
    hint: "The request is not processed and gets no response.",
    effect: { type: "reset" },
  },
  {
    code: "truncate",
    text: "Truncate the response",
    hint: "The request is processed, but only half of the response arrives.",
    effect: { type: "truncate" },
  },
  {
    code: "dropResponse",
    text: "Drop the response",
    hint: "The request is processed but gets no response. Does a retry repeat its effect?",
    effect: { type: "dropResponse" },
  },
];
