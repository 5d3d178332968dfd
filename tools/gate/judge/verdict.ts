import type { Json } from "../../openapi/document.ts";
import type { Difference, Direction } from "../compare/difference.ts";
import { digest } from "../json.ts";

/** The effect of a change on users: it breaks their code or requests, adds something, or only changes a text. */
export type Effect = "breaks" | "adds" | "reads";

/** From the most to the least severe. */
export const effects: readonly Effect[] = ["breaks", "adds", "reads"];

export function mostSevereEffect(verdicts: readonly { readonly effect: Effect }[]): Effect | undefined {
  return effects.find((effect) => verdicts.some((verdict) => verdict.effect === effect));
}

export interface Verdict {
  readonly effect: Effect;
  /** The name of the rule in kebab-case. */
  readonly rule: string;
  readonly message: string;
}

/** Returns `undefined` if the difference does not affect users, or if another rule reports it. */
export type Rule = (before: Json | undefined, after: Json | undefined, difference: Difference) => Verdict | undefined;

/** By the topic of a difference. `any deprecated` judges the member `deprecated` of every kind of node that has no rule of its own. */
export type Rules = Readonly<Record<string, Rule>>;

export function breaks(rule: string, message: string): Verdict {
  return { effect: "breaks", rule, message };
}

export function adds(rule: string, message: string): Verdict {
  return { effect: "adds", rule, message };
}

export function reads(rule: string, message: string): Verdict {
  return { effect: "reads", rule, message };
}

/** How the values that are allowed now compare with the values that were allowed before. */
export type Range = "wider" | "narrower" | "different";

/** The range of a keyword that restricts values: without it, every value is allowed. */
export function rangeOf(before: unknown, after: unknown): Range {
  if (after === undefined) return "wider";
  return before === undefined ? "narrower" : "different";
}

/** New values in responses break code that stores or parses them. `isTyped` means that the change affects generated types. */
export function judgeRange(rule: string, change: string, range: Range, direction: Direction, isTyped = true): Verdict {
  if (direction === "request") {
    return range === "wider" ? adds(rule, `${change}.`) : breaks(rule, `${change}. Requests that do not match get a 400 response.`);
  }
  if (range !== "narrower") return breaks(rule, `${change}. Code that does not expect this in responses may fail.`);
  return isTyped ? adds(rule, `${change}.`) : reads(rule, `${change}.`);
}

/** Judges whole nodes that were added or removed. */
export function presence(added: (name: string) => Verdict | undefined, removed: (name: string) => Verdict | undefined): Rule {
  return (before, _after, { name }) => (before === undefined ? added(name) : removed(name));
}

/** Formats a value as code. Long values end with a digest, because accepted breaking changes are identified by their message. */
export function quote(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  const short = text.length > 60 ? `${text.slice(0, 60)}… #${digest(value)}` : text;
  return `\`${short.replace(/[`\s\p{Cc}]+/gu, " ")}\``;
}

export function quoteAll(values: readonly unknown[]): string {
  return values.map(quote).join(", ");
}

/** Lists at most three values. A digest distinguishes longer lists. */
export function quoteFirst(values: readonly unknown[]): string {
  const others = values.length - 3;
  return `${quoteAll(values.slice(0, 3))}${others > 0 ? ` and ${others} more (#${digest(values)})` : ""}`;
}

export function describeChange(name: string, before: unknown, after: unknown): string {
  if (before !== undefined && after !== undefined) return `${quote(name)} changed from ${quote(before)} to ${quote(after)}`;
  const value = before ?? after;
  return `${quote(`${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)} ${before === undefined ? "added" : "removed"}`;
}
