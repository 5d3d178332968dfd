import { firstMoment, firstTime, lastMoment, lastTime } from "../../contract/times.ts";

export const moments: string = `a time from ${firstTime} to ${lastTime}`;

/** Returns milliseconds since the epoch, or `NaN` if the time is invalid or outside the supported range. */
export function readMoment(moment: string | number | Date): number {
  const milliseconds = Math.trunc(typeof moment === "string" ? Date.parse(moment) : Number(moment));
  return isMoment(milliseconds) ? milliseconds : Number.NaN;
}

export function isMoment(milliseconds: number): boolean {
  return milliseconds >= firstMoment && milliseconds <= lastMoment;
}
