import { setFlagsFromString } from "node:v8";

/** With V8's defaults, a small program grows by tens of megabytes. These flags halve the memory usage, at 3% of the speed. */
export function keepHeapSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  // Waking threads takes longer than collecting a megabyte of garbage on the main thread.
  setFlagsFromString("--no-parallel-scavenge");
  setFlagsFromString("--heap-growing-percent=30");
}
