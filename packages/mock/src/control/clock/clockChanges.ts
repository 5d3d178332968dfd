import { invalidRequest } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import type { ClockChange } from "../../generated/control/schemas.ts";
import { advanced, timeOn } from "../../platform/clock.ts";
import type { ClockSetting } from "../../store/accountStore.ts";
import { isMoment, moments, readMoment } from "./moments.ts";

/** @param parent the prefix of the field names, for example `clock.` @throws Rejection when the new time is not supported */
export function changedClock(setting: ClockSetting, change: ClockChange, wall: number, parent = ""): ClockSetting {
  const changed = settingAfter(setting, change, wall);
  if (isMoment(changed.mode === "frozen" ? changed.at : wall + changed.offset)) return changed;
  const field = `${parent}${change.mode === "offset" ? "offset" : "advance"}`;
  throw invalidRequest([{ in: field, code: "range", message: `${field} must result in ${moments}` }]);
}

function settingAfter(setting: ClockSetting, { mode, at, offset = 0, advance = 0 }: ClockChange, wall: number): ClockSetting {
  if (mode === "frozen") return { mode, at: at === undefined ? timeOn(setting, wall) : readMoment(at) };
  if (mode === "offset") return { mode, offset };
  return advanced(setting, advance);
}

export function clockProblems({ mode, at, offset, advance }: ClockChange, parent: string, isOfAccount = true): Problem[] {
  const problems: Problem[] = [];
  const add = (field: string, code: string, rule: string): void => {
    problems.push({ in: `${parent}${field}`, code, message: `${parent}${field} ${rule}` });
  };
  if (mode === undefined && advance === undefined) add("mode", "required", "is required without advance");
  if (mode !== undefined && advance !== undefined) add("advance", "dependentRequired", "must not be combined with mode");
  if (at !== undefined && mode !== "frozen") add("at", "dependentRequired", "is allowed only with the mode frozen");
  if (offset !== undefined && mode !== "offset") add("offset", "dependentRequired", "is allowed only with the mode offset");
  if (mode === "shared" && !isOfAccount) add("mode", "enum", "must be one of frozen, offset");
  if (at !== undefined && Number.isNaN(readMoment(at))) add("at", "format", `must be ${moments}`);
  return problems;
}
