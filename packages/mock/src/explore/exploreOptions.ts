import { didYouMean } from "../contract/problems/nearest.ts";
import { checkOptions, mockRule, type OptionRule } from "../http/options.ts";
import type { Mock } from "../mock.ts";
import { type FaultType, faultTypes } from "./schedule.ts";

export interface ExploreOptions {
  /** The number of schedules of faults to try. @default 100 */
  readonly runs?: number;
  /** The seed of the schedules. @default a random number */
  readonly seed?: number;
  /** The types of faults. @default all */
  readonly faults?: readonly FaultType[];
  /** The maximum number of faults in a run. @default 3 */
  readonly maxFaults?: number;
  /** The maximum real time of `run` and of `check`. A run that takes longer fails, as does one with more than 1,000 requests. @default 10_000 */
  readonly timeoutMs?: number;
  /** The mock in which the runs take place. @default a new one with its state in memory */
  readonly mock?: Mock;
}

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
