import type { Batch } from "@crm-platform/types";
import { timestampOf } from "./timestamps.ts";

/** Batches are processed immediately, so they start and complete at the same time. */
export function completed(now: number): Pick<Batch, "status" | "startedAt" | "completedAt"> {
  const moment = timestampOf(now);
  return { status: "COMPLETE", startedAt: moment, completedAt: moment };
}
