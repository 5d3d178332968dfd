import type { Batch } from "@crm-platform/types";
import { timestampOf } from "./timestamps.ts";

/** Returns the status and times of a completed batch. Batches are processed immediately, so they start and complete at the same time. */
export function completed(now: number): Pick<Batch, "status" | "startedAt" | "completedAt"> {
  const moment = timestampOf(now);
  return { status: "COMPLETE", startedAt: moment, completedAt: moment };
}
