import type { Batch } from "@crm-platform/types";
import { timestampOf } from "./timestamps.ts";

/** The first fields of a batch response. The mock processes a batch at once, so it starts and completes at the same time. */
export function completed(now: number): Pick<Batch, "status" | "startedAt" | "completedAt"> {
  const moment = timestampOf(now);
  return { status: "COMPLETE", startedAt: moment, completedAt: moment };
}
