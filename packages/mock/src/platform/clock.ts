import type { ClockSetting } from "../store/store.ts";

/** The machine's time in milliseconds since the epoch. Nothing else in the mock asks for the time. */
export type WallClock = () => number;

/** What a clock shows when the machine's clock shows `wall`. */
export function timeOn(setting: ClockSetting, wall: number): number {
  return setting.mode === "frozen" ? setting.at : wall + setting.offset;
}
