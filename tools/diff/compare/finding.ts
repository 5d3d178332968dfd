import { createHash } from "node:crypto";

/** What a change means for whoever uses the packages: code or requests stop working, there is something new, or a text differs. */
export type Effect = "breaks" | "adds" | "reads";

/** Which way a part of the document travels. */
export type Direction = "request" | "answer";

/** One thing that differs between two documents, in words that a user of the packages knows. */
export interface Finding {
  readonly effect: Effect;
  /** A name in kebab-case; `spec/released/acceptedBreaks.yaml` names breaks by it. */
  readonly rule: string;
  /** What the report groups by: an operationId, the name of a part that operations share, or `document`. */
  readonly subject: string;
  /** The operations it concerns, by their new ids, in the order of the document. */
  readonly operations: readonly string[];
  readonly directions: readonly Direction[];
  /** Where in the subject, for example `body field inputs[].id`; empty when it is the subject itself. */
  readonly place: string;
  /** What is different now, and what comes of it: a sentence without the subject. */
  readonly message: string;
}

/** A verdict before it is known what it is about. */
export type Verdict = Pick<Finding, "effect" | "rule" | "message">;

export function breaks(rule: string, message: string): Verdict {
  return { effect: "breaks", rule, message };
}

export function adds(rule: string, message: string): Verdict {
  return { effect: "adds", rule, message };
}

export function reads(rule: string, message: string): Verdict {
  return { effect: "reads", rule, message };
}

const effects: readonly Effect[] = ["breaks", "adds", "reads"];

/** The gravest effect of several; none of none. */
export function gravest(found: readonly { readonly effect: Effect }[]): Effect | undefined {
  return effects.find((effect) => found.some((one) => one.effect === effect));
}

/**
 * A value of the document in a message: as JSON, in code marks. Of a long one the beginning, and a digest that tells it from
 * others that begin alike: a break is accepted by its message.
 */
export function quote(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  const short = text.length > 60 ? `${text.slice(0, 60)}… #${digest(value)}` : text;
  return `\`${short.replace(/[`\s\p{Cc}]+/gu, " ")}\``;
}

export function quoteAll(values: readonly unknown[]): string {
  return values.map(quote).join(", ");
}

/** Eight characters that are others for another value. */
export function digest(value: unknown): string {
  return createHash("sha256").update(canonical(value)).digest("hex").slice(0, 8);
}

/** Whether two values of a document are the same JSON, whatever the order of the keys. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? "undefined"
  );
}
