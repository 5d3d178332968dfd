import type { WallClock } from "../platform/clock.ts";
import type { Store } from "../store/store.ts";

/** What every operation of the control API works with. */
export interface ControlContext {
  readonly store: Store;
  readonly wallClock: WallClock;
  /** Whether to reject scopes that the document does not declare. */
  readonly strict: boolean;
  /** Resets what is not in the store, and adds what the mock has from the start. */
  readonly onReset: () => Promise<void>;
}
