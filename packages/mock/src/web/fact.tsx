import type { Child } from "hono/jsx";
import type { Markup } from "./html.ts";

/** A term of a list of facts (`dl.facts`) and what it is; nothing where there is nothing to tell. */
export function Fact({ term, children }: { readonly term: string; readonly children?: Child }): Markup | null {
  if (children === undefined || children === false || children === "") return null;
  return (
    <>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </>
  );
}
