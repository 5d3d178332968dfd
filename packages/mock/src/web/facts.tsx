import type { Child } from "hono/jsx";
import type { Markup } from "./html.ts";

export interface FactsProps {
  /** A term without a value is omitted. */
  readonly facts: Readonly<Record<string, Child>>;
  readonly isPlain?: boolean;
}

export function Facts({ facts, isPlain = false }: FactsProps): Markup {
  const entries = Object.entries(facts).filter(([, value]) => value !== undefined && value !== false && value !== "");
  return (
    <dl class={isPlain ? "facts" : "facts card"}>
      {entries.map(([term, value]) => (
        <>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}
