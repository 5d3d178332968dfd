import type { ClockSetting } from "../store/store.ts";

/** The machine's time in milliseconds since the epoch. Nothing else in the mock asks for the time. */
export type WallClock = () => number;

/** The moments that ISO 8601 writes with a year of four digits, as every answer does. */
export const firstMoment: number = Date.parse("0000-01-01T00:00:00Z");
export const lastMoment: number = Date.parse("9999-12-31T23:59:59.999Z");

/** The time that a clock shows when the machine's clock shows `wall`. A running clock stops at the last moment. */
export function timeOn(setting: ClockSetting, wall: number): number {
  const time = setting.mode === "frozen" ? setting.at : wall + setting.offset;
  return Math.min(Math.max(time, firstMoment), lastMoment);
}
