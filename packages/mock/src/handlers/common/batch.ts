import type { Batch } from "@crm-platform/types";
import { timestampOf } from "./timestamps.ts";

/** What the answer to a batch begins with. The mock does a batch at once, so it starts and ends in the same moment. */
export function completed(now: number): Pick<Batch, "status" | "startedAt" | "completedAt"> {
  const moment = timestampOf(now);
  return { status: "COMPLETE", startedAt: moment, completedAt: moment };
}
