/** The units in which people say how long something takes, in milliseconds; the longest first. */
export const units = {
  days: 86_400_000,
  hours: 3_600_000,
  minutes: 60_000,
  seconds: 1_000,
} as const;

export type Unit = keyof typeof units;

export function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(units, text);
}

/** A span of time in words, as exact as two units are: `1 day 6 hours`. @param milliseconds 0 or more */
export function spanInWords(milliseconds: number): string {
  if (milliseconds < units.seconds) return `${Math.round(milliseconds)} milliseconds`;
  let rest = milliseconds;
  const parts = Object.entries(units).flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count.toLocaleString("en")} ${count === 1 ? unit.slice(0, -1) : unit}`];
  });
  return parts.slice(0, 2).join(" ");
}
