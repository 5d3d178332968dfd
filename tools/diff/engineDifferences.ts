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
    ours: "reads",
    engine: "breaks",
    reason: "A wider limit of an answer changes no type, and the client does not hold answers to limits.",
  },
  {
    rule: "pattern-changed",
    ours: "reads",
    engine: "breaks",
    reason: "A pattern of an answer is in no type, and the client does not hold answers to it.",
  },
  {
    rule: "multiple-of-changed",
    ours: "reads",
    engine: "breaks",
    reason: "Which numbers an answer may have is in no type, and the client does not hold answers to it.",
  },
  {
    rule: "constraint-changed",
    ours: "reads",
    engine: "breaks",
    reason: "What an answer keeps to is in no type, and the client does not hold answers to it.",
  },
  {
    rule: "multiple-of-changed",
    ours: "adds",
    engine: "breaks",
    reason: "Smaller steps of which the old ones are multiples take all that was taken.",
  },
  { rule: "format-changed", ours: "adds", engine: "breaks", reason: "A 64-bit integer may be any of 32 bits." },
  { rule: "openness-changed", ours: "reads", engine: "breaks", reason: "Answers may always have more fields than are described." },
  {
    rule: "openness-changed",
    ours: "adds",
    engine: "breaks",
    reason: "Answers may always have more fields than are described; that their type knows it is new.",
  },
];

/** The engine sees less in these than users of the packages do. */
const tooLenient: readonly EngineDifference[] = [
  { rule: "area-changed", ours: "breaks", engine: "reads", reason: "The tag is the namespace of the client." },
  { rule: "type-renamed", ours: "breaks", engine: "reads", reason: "Schemas are types that people import by name." },
  {
    rule: "path-written-otherwise",
    ours: "breaks",
    engine: "reads",
    reason: "The types have a map of paths, by the path as it is written.",
  },
  { rule: "example-renamed", ours: "breaks", engine: "adds", reason: "`Prefer` asks the mock for an example by its name." },
  {
    rule: "example-changed",
    ours: "reads",
    engine: "nothing",
    reason: "The engine does not look into examples; the mock answers with their data.",
  },
  {
    rule: "value-removed",
    ours: "breaks",
    engine: "reads",
    reason: "Code that compares an answer with a value that its type no longer has does not compile.",
  },
  {
    rule: "field-removed",
    ours: "breaks",
    engine: "reads",
    reason: "Code that passes a field that the type no longer has does not compile.",
  },
  {
    rule: "status-added",
    ours: "breaks",
    engine: "adds",
    reason: "One more status of success is one more form of the result, which code that tells them apart does not know.",
  },
  {
    rule: "arguments-changed",
    ours: "breaks",
    engine: "adds",
    reason: "The first parameters of an operation push the options of its function one place further.",
  },
  { rule: "batch-changed", ours: "breaks", engine: "reads", reason: "The calls of the client lose `chunked()`, or its types." },
  { rule: "pagination-changed", ours: "breaks", engine: "reads", reason: "The calls of the client lose `pages()`, or its types." },
  {
    rule: "idempotency-key-changed",
    ours: "breaks",
    engine: "reads",
    reason: "The client no longer sends the key, and a repeat may do things twice.",
  },
  {
    rule: "retry-changed",
    ours: "breaks",
    engine: "reads",
    reason: "The client repeats less, and failures reach the caller that did not before.",
  },
  { rule: "retry-changed", ours: "adds", engine: "reads", reason: "The client repeats more." },
  { rule: "sunset-changed", ours: "breaks", engine: "reads", reason: "Calls after that day are answered 410, by the mock, too." },
  { rule: "sunset-changed", ours: "adds", engine: "reads", reason: "Calls after that day are answered 410, by the mock, too." },
  { rule: "openness-changed", ours: "breaks", engine: "reads", reason: "The type loses its fields of any name." },
  { rule: "openness-changed", ours: "adds", engine: "reads", reason: "The type gains fields of any name, or requests may have them." },
  { rule: "default-changed", ours: "breaks", engine: "reads", reason: "Calls that leave it out are answered otherwise, without a word." },
  { rule: "default-changed", ours: "adds", engine: "reads", reason: "It is told what is done without it." },
  {
    rule: "deprecated",
    ours: "adds",
    engine: "reads",
    reason: "Whoever uses it is told by the editor; semver.org (7) asks for a minor version.",
  },
  {
    rule: "evidence-raised",
    ours: "adds",
    engine: "reads",
    reason: "The grades are data that the types package exports, and what people decide by.",
  },
  {
    rule: "evidence-lowered",
    ours: "adds",
    engine: "reads",
    reason: "Nothing stops working, but who decided by the grade decides anew.",
  },
  {
    rule: "known-value-added",
    ours: "adds",
    engine: "nothing",
    reason: "The engine does not look into the extension; the type suggests the value.",
  },
  {
    rule: "known-value-removed",
    ours: "reads",
    engine: "nothing",
    reason: "The engine does not look into the extension; the type no longer suggests the value.",
  },
  { rule: "secret-marked", ours: "adds", engine: "reads", reason: "The client leaves it out of logs and errors." },
  { rule: "secret-unmarked", ours: "breaks", engine: "reads", reason: "Logs and errors of the client may show it." },
  { rule: "idempotency-key-changed", ours: "adds", engine: "reads", reason: "The client sends a key, and a repeat does nothing twice." },
  { rule: "scope-accepted", ours: "adds", engine: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "parameter-optional", ours: "adds", engine: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "multiple-of-changed", ours: "adds", engine: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "body-optional", ours: "adds", engine: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "field-optional", ours: "adds", engine: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "format-changed", ours: "adds", engine: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "limit-changed", ours: "adds", engine: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "pattern-changed", ours: "adds", engine: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "value-added", ours: "adds", engine: "reads", reason: "Requests are accepted that were refused before." },
  {
    rule: "type-changed",
    ours: "adds",
    engine: "reads",
    reason: "Requests are accepted that were refused before, or the type of an answer is narrower.",
  },
  { rule: "field-required", ours: "adds", engine: "reads", reason: "The type of an answer promises more." },
];

/** Every kind of difference between our verdicts and those of the engine. No other may occur; a test compares them. */
export const engineDifferences: readonly EngineDifference[] = [...tooStrict, ...tooLenient];

/** Whether our verdict stands where the engine sees a break. */
export function isTooStrict({ rule, effect }: Verdict): boolean {
  return tooStrict.some((entry) => entry.rule === rule && entry.ours === effect);
}
