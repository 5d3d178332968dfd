import type { CalledVersions } from "../platform/calledVersions.ts";
import type { WallClock } from "../platform/clock.ts";
import type { Store } from "../store/store.ts";

export interface ControlContext {
  readonly store: Store;
  readonly wallClock: WallClock;
  /** Whether to reject scopes that the document does not declare. */
  readonly strict: boolean;
  readonly calledVersions: CalledVersions;
  readonly onReset: () => Promise<void>;
}
