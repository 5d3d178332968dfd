import { firstMoment, lastMoment } from "../contract/times.ts";
import type { ClockSetting } from "../store/accountStore.ts";

export type WallClock = () => number;

/** Returns a clock's current time. A running clock stops at `lastMoment`. */
export function timeOn(setting: ClockSetting, wall: number): number {
  const time = setting.mode === "frozen" ? setting.at : wall + setting.offset;
  return Math.min(Math.max(time, firstMoment), lastMoment);
}

export function advanced(setting: ClockSetting, milliseconds: number): ClockSetting {
  return setting.mode === "frozen"
    ? { mode: "frozen", at: setting.at + milliseconds }
    : { mode: "offset", offset: setting.offset + milliseconds };
}
