import type { WallClock } from "../platform/clock.ts";
import type { Checks } from "./api/checks.ts";
import type { Changes } from "./clock/changes.ts";

export interface ControlOptions {
  readonly wallClock: WallClock;
  /** Whether scopes that the document does not have are refused. */
  readonly strict: boolean;
  readonly checks: Checks;
  /** Where the changes of the clock wait for their turn, and everything else for them. */
  readonly changes: Changes;
  /** Resets what is not in the store, and adds what the mock has from the start. */
  readonly onReset: () => Promise<void>;
}
