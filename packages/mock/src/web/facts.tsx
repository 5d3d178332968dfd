import type { Child } from "hono/jsx";
import type { Markup } from "./html.ts";

export interface FactsProps {
  /** A term without a value is omitted. */
  readonly facts: Readonly<Record<string, Child>>;
  readonly isCard?: boolean;
}

export function Facts({ facts, isCard = false }: FactsProps): Markup {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined && value !== false && value !== "");
  return (
    <dl class={isCard ? "facts card" : "facts"}>
      {known.map(([term, value]) => (
        <>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}
