import type { Effect } from "../compare/finding.ts";

/** A rule whose verdict differs from that of `redocly diff`, and why. */
export interface RedoclyDifference {
  readonly rule: string;
  readonly ours: Effect;
  /** The verdict of `redocly diff` on the same change; `nothing` where it does not see the change. */
  readonly redocly: Effect | "nothing";
  readonly reason: string;
}

/** `redocly diff` rates these changes higher than users of the packages would. */
const tooStrict: readonly RedoclyDifference[] = [
  {
    rule: "multiple-of-changed",
    ours: "adds",
    redocly: "breaks",
    reason: "Smaller steps of which the old ones are multiples take all that was taken.",
  },
  { rule: "format-changed", ours: "adds", redocly: "breaks", reason: "A 64-bit integer may be any of 32 bits." },
  { rule: "openness-changed", ours: "reads", redocly: "breaks", reason: "Answers may always have more fields than are described." },
  {
    rule: "openness-changed",
    ours: "adds",
    redocly: "breaks",
    reason: "Answers may always have more fields than are described; that their type knows it is new.",
  },
  {
    rule: "evidence-lowered",
    ours: "reads",
    redocly: "adds",
    reason: "A fact that is less well founded is nothing new that users could build on.",
  },
];

/** `redocly diff` rates these changes lower than users of the packages would. */
const tooLenient: readonly RedoclyDifference[] = [
  { rule: "area-changed", ours: "breaks", redocly: "reads", reason: "The tag is the namespace of the client." },
  { rule: "type-renamed", ours: "breaks", redocly: "reads", reason: "Schemas are types that people import by name." },
  {
    rule: "path-written-otherwise",
    ours: "breaks",
    redocly: "reads",
    reason: "The types have a map of paths, by the path as it is written.",
  },
  { rule: "example-renamed", ours: "breaks", redocly: "adds", reason: "`Prefer` asks the mock for an example by its name." },
  {
    rule: "example-changed",
    ours: "reads",
    redocly: "nothing",
    reason: "`redocly diff` does not compare examples; the mock answers with their data.",
  },
  {
    rule: "value-removed",
    ours: "breaks",
    redocly: "reads",
    reason: "Code that compares an answer with a value that its type no longer has does not compile.",
  },
  {
    rule: "field-removed",
    ours: "breaks",
    redocly: "reads",
    reason: "Code that passes a field that the type no longer has does not compile.",
  },
  {
    rule: "status-added",
    ours: "breaks",
    redocly: "adds",
    reason: "One more status of success is one more form of the result, which code that distinguishes statuses does not handle.",
  },
  {
    rule: "arguments-changed",
    ours: "breaks",
    redocly: "adds",
    reason: "The first parameters of an operation push the options of its function one place further.",
  },
  { rule: "batch-changed", ours: "breaks", redocly: "reads", reason: "The calls of the client lose `chunked()`, or its types." },
  { rule: "pagination-changed", ours: "breaks", redocly: "reads", reason: "The calls of the client lose `pages()`, or its types." },
  {
    rule: "idempotency-key-changed",
    ours: "breaks",
    redocly: "reads",
    reason: "The client no longer sends the key, and a repeat may do things twice.",
  },
  {
    rule: "retry-changed",
    ours: "breaks",
    redocly: "reads",
    reason: "The client repeats less, and failures reach the caller that did not before.",
  },
  { rule: "retry-changed", ours: "adds", redocly: "reads", reason: "The client repeats more." },
  { rule: "sunset-changed", ours: "breaks", redocly: "reads", reason: "Calls after that day are answered 410, by the mock, too." },
  { rule: "sunset-changed", ours: "adds", redocly: "reads", reason: "Calls after that day are answered 410, by the mock, too." },
  { rule: "openness-changed", ours: "breaks", redocly: "reads", reason: "The type loses its fields of any name." },
  { rule: "openness-changed", ours: "adds", redocly: "reads", reason: "The type gains fields of any name, or requests may have them." },
  { rule: "default-changed", ours: "breaks", redocly: "reads", reason: "Calls that leave it out are answered otherwise, without a word." },
  { rule: "default-changed", ours: "adds", redocly: "reads", reason: "The default is documented now." },
  {
    rule: "deprecated",
    ours: "adds",
    redocly: "reads",
    reason: "Editors mark the use as deprecated; semver.org (7) asks for a minor version.",
  },
  {
    rule: "evidence-raised",
    ours: "adds",
    redocly: "reads",
    reason: "The grades are data that the types package exports, and what people decide by.",
  },
  {
    rule: "known-value-added",
    ours: "adds",
    redocly: "nothing",
    reason: "`redocly diff` does not compare the extension; the type suggests the value.",
  },
  {
    rule: "known-value-removed",
    ours: "reads",
    redocly: "nothing",
    reason: "`redocly diff` does not compare the extension; the type no longer suggests the value.",
  },
  { rule: "secret-marked", ours: "adds", redocly: "reads", reason: "The client leaves it out of logs and errors." },
  { rule: "secret-unmarked", ours: "breaks", redocly: "reads", reason: "Logs and errors of the client may show it." },
  { rule: "idempotency-key-changed", ours: "adds", redocly: "reads", reason: "The client sends a key, and a repeat does nothing twice." },
  { rule: "scope-accepted", ours: "adds", redocly: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "parameter-optional", ours: "adds", redocly: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "multiple-of-changed", ours: "adds", redocly: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "body-optional", ours: "adds", redocly: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "field-optional", ours: "adds", redocly: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "format-changed", ours: "adds", redocly: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "limit-changed", ours: "adds", redocly: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "pattern-changed", ours: "adds", redocly: "reads", reason: "Requests are accepted that were refused before." },
  { rule: "value-added", ours: "adds", redocly: "reads", reason: "Requests are accepted that were refused before." },
  {
    rule: "type-changed",
    ours: "adds",
    redocly: "reads",
    reason: "Requests are accepted that were refused before, or the type of an answer is narrower.",
  },
  { rule: "field-required", ours: "adds", redocly: "reads", reason: "The type of an answer promises more." },
];

/** Every kind of difference between our verdicts and those of `redocly diff`. */
export const redoclyDifferences: readonly RedoclyDifference[] = [...tooStrict, ...tooLenient];
