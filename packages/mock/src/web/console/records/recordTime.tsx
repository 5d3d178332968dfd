import type { Markup } from "../../html.ts";
import { Moment } from "../moment.tsx";

/** A moment as the store has it, without a fraction when the milliseconds are 0. */
export function At({ milliseconds }: { readonly milliseconds: number }): Markup {
  return <Moment at={new Date(milliseconds).toISOString().replace(".000Z", "Z")} />;
}
