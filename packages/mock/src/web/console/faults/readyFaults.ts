import type { FaultEffect } from "../../../generated/control/schemas.ts";

interface ReadyFault {
  readonly code: string;
  readonly text: string;
  /** What it is good for. */
  readonly hint: string;
  readonly effect: FaultEffect;
}

/** The faults that the page has ready. The control API knows more: any status, other limits, other latencies. */
export const readyFaults: readonly ReadyFault[] = [
  {
    code: "status500",
    text: "500: the server fails",
    hint: "The call does nothing. Does the client repeat what is safe to repeat, and nothing else?",
    effect: { type: "status", status: 500 },
  },
  {
    code: "rateLimit",
    text: "429: too many requests",
    hint: "With Retry-After: 2. Does the client wait for so long?",
    effect: { type: "rateLimit", policyName: "TEN_SECONDLY_ROLLING", retryAfter: 2 },
  },
  {
    code: "latency",
    text: "The answer comes 2 seconds late",
    hint: "The call is served as ever. Does the client time out, and what does it do then?",
    effect: { type: "latency", milliseconds: 2_000 },
  },
  {
    code: "reset",
    text: "The connection is reset",
    hint: "The call does nothing, and there is no answer.",
    effect: { type: "reset" },
  },
  {
    code: "truncate",
    text: "The answer ends in the middle",
    hint: "The call is served as ever, but only half of its answer arrives.",
    effect: { type: "truncate" },
  },
  {
    code: "loseAnswer",
    text: "The answer is lost",
    hint: "The call is served and what it did is kept. Does a repeat do it twice?",
    effect: { type: "loseAnswer" },
  },
];

/** What a fault does to a call, in words. */
export function effectInWords(effect: FaultEffect): string {
  switch (effect.type) {
    case "status": {
      const category = effect.category === undefined ? "" : ` ${effect.category}`;
      return `Answers ${effect.status}${category}${effect.message === undefined ? "" : `, “${effect.message}”`}; the call does nothing`;
    }
    case "rateLimit":
      return `Answers 429 with Retry-After: ${effect.retryAfter ?? 1}, by the limit ${effect.policyName}; the call does nothing`;
    case "latency":
      return `Answers ${effect.milliseconds.toLocaleString("en")} milliseconds late`;
    case "reset":
      return "Resets the connection; the call does nothing";
    case "truncate":
      return "Serves the call and ends the connection in the middle of the answer";
    case "loseAnswer":
      return "Serves the call and keeps what it did, but resets the connection instead of an answer";
  }
}
