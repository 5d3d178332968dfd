import type { EngineChange } from "./engine.ts";
import type { Effect, Verdict } from "./finding.ts";

/** A rule of ours whose verdict is not the engine's, and why. */
export interface EngineDifference {
  readonly rule: string;
  readonly ours: Effect;
  /** What the engine says of the same change; `nothing` where it does not see it. */
  readonly engine: Effect | "nothing";
  readonly reason: string;
}

/** The engine calls these breaks, and for users of the packages they are none. */
const tooStrict: readonly EngineDifference[] = [
  {
    rule: "limit-changed",
    ours: "adds",
    engine: "breaks",
    reason: "A wider limit in an answer changes no type, and the client does not hold answers to limits.",
  },
  {
    rule: "pattern-changed",
    ours: "adds",
    engine: "breaks",
    reason: "A pattern of an answer is in no type, and the client does not hold answers to it.",
  },
  {
    rule: "multiple-of-changed",
    ours: "adds",
    engine: "breaks",
    reason: "Which numbers an answer may have is in no type, and the client does not hold answers to it.",
  },
  {
    rule: "openness-changed",
    ours: "adds",
    engine: "breaks",
    reason: "Answers may always have more fields than are described; readers are told to pass over them.",
  },
];

/** The engine sees less in these than users of the packages do. */
const tooLenient: readonly EngineDifference[] = [];

/** Every kind of difference between our verdicts and those of the engine. No other may occur; a test compares them. */
export const engineDifferences: readonly EngineDifference[] = [...tooStrict, ...tooLenient];

/** Whether the engine's verdict on a break is overruled by ours. */
export function isTooStrict(change: EngineChange, verdicts: readonly Verdict[]): boolean {
  if (change.impact !== "major" || verdicts.length === 0) return false;
  return verdicts.every(({ rule, effect }) => tooStrict.some((entry) => entry.rule === rule && entry.ours === effect));
}
