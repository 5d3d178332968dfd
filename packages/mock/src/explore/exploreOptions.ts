import { didYouMean } from "../contract/problems/nearest.ts";
import { checkOptions, mockRule, type OptionRule } from "../http/options.ts";
import type { ExploreOptions } from "./explore.ts";
import { faultTypes } from "./schedule.ts";

const countRule: OptionRule = {
  requirement: "must be an integer, at least 1",
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};

/** @throws TypeError for an unknown option or an invalid value */
export function checkExploreOptions(options: ExploreOptions): void {
  const { requirement, fits } = mockRule("account");
  checkOptions("explore", options, {
    runs: countRule,
    seed: { requirement: "must be a 32-bit integer, from -2147483648 to 2147483647", fits: (value) => value === (Number(value) | 0) },
    faults: { requirement: "must be an array with at least one type of fault", fits: (value) => Array.isArray(value) && value.length > 0 },
    maxFaults: countRule,
    timeoutMs: {
      requirement: "must be an integer of milliseconds, from 1 to 2147483647",
      fits: (value) => value === (Number(value) | 0) && Number(value) >= 1,
    },
    mock: { requirement, fits },
  });
  for (const type of (options.faults ?? []) as readonly unknown[]) {
    if (faultTypes.includes(type as string)) continue;
    const name = String(JSON.stringify(type));
    throw new TypeError(
      `explore: faults contains ${name}, which is not a type of fault${didYouMean(String(type), faultTypes) || "."} Valid types: ${faultTypes.join(", ")}.`,
    );
  }
}
