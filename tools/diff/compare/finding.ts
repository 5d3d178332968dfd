/** The effect of a change on users: it breaks their code or requests, adds something, or only changes a text. */
export type Effect = "breaks" | "adds" | "reads";

export type Direction = "request" | "response";

/** How the values that are allowed now compare with the values that were allowed before. */
export type Range = "wider" | "narrower" | "different";

export interface Verdict {
  readonly effect: Effect;
  /** The rule's name in kebab-case, which identifies the rule in `spec/released/acceptedBreaks.yaml`. */
  readonly rule: string;
  readonly message: string;
}

/** The path begins with an operation, a webhook, a shared part, or the document as a whole. */
export interface Difference extends Verdict {
  readonly steps: Steps;
  /** For a schema, the keyword that changed, or the field or alternative that was added or removed. */
  readonly keyword?: string;
}

export type Steps = readonly [root: "operation" | "webhook" | "components" | "document", ...steps: string[]];

export interface Finding extends Verdict {
  /** The heading in reports: an operationId, the id of a webhook, the name of a shared part, or `document`. */
  readonly subject: string;
  /** The ids of the affected operations, in the order of the new document. */
  readonly operations: readonly string[];
  readonly directions: readonly Direction[];
  /** The place in the subject, for example `body field inputs[].id`; empty for the subject itself. */
  readonly place: string;
}

export function breaks(rule: string, message: string): Verdict {
  return { effect: "breaks", rule, message };
}

export function adds(rule: string, message: string): Verdict {
  return { effect: "adds", rule, message };
}

export function reads(rule: string, message: string): Verdict {
  return { effect: "reads", rule, message };
}

/** New values in responses break code that stores or parses them. `isTyped` means that the change affects generated types. */
export function judgeRange(rule: string, change: string, range: Range, direction: Direction, isTyped = true): Verdict {
  if (direction === "request") {
    return range === "wider" ? adds(rule, `${change}.`) : breaks(rule, `${change}. Requests that do not match get a 400 response.`);
  }
  if (range !== "narrower") return breaks(rule, `${change}. Code that does not expect this in responses may fail.`);
  return isTyped ? adds(rule, `${change}.`) : reads(rule, `${change}.`);
}

export function at(steps: Steps, ...verdicts: readonly (Verdict | undefined)[]): Difference[] {
  return verdicts.flatMap((verdict) => (verdict === undefined ? [] : [{ ...verdict, steps }]));
}

export const effects: readonly Effect[] = ["breaks", "adds", "reads"];

export function mostSevereEffect(found: readonly { readonly effect: Effect }[]): Effect | undefined {
  return effects.find((effect) => found.some((one) => one.effect === effect));
}
