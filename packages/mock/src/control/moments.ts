/** A moment as people give it, in milliseconds since the epoch; `NaN` when it is none that a date can hold. */
export function readMoment(moment: string | number | Date): number {
  const milliseconds = typeof moment === "string" ? Date.parse(moment) : Number(moment);
  return Math.abs(milliseconds) <= 8.64e15 ? Math.trunc(milliseconds) : Number.NaN;
}
