import type { Markup } from "../html.ts";

/** A moment as the control API tells it, by the mock's clock: readable, and exact for machines. */
export function Moment({ at }: { readonly at: string }): Markup {
  const [day = "", time = ""] = at.replace(/Z$/, "").split("T");
  return (
    <time class="moment" datetime={at}>
      <span class="muted">{day}</span> {time}
    </time>
  );
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

const words = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** How far a moment is from now, in words: `in 12 minutes`. @param milliseconds negative for what is over */
export function distance(milliseconds: number): string {
  const [unit, size] = units.find(([, size]) => Math.abs(milliseconds) >= size) ?? ["second", 1_000];
  return words.format(Math.trunc(milliseconds / size), unit);
}
