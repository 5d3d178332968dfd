import { contentHash } from "@crm-platform/types";
import type { Health } from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { timeOn } from "../../platform/clock.ts";
import { serviceUnavailable } from "../../platform/unavailable.ts";
import { DatabaseUnavailable } from "../../store/errors.ts";
import type { ControlContext } from "../context.ts";

/** @throws Rejection when the database is not writable; the message states the reason and a solution */
export async function readHealth({ store, wallClock }: ControlContext): Promise<Health> {
  try {
    await store.checkWritable();
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    throw serviceUnavailable(error, error.message);
  }
  return { status: "ok", now: timestampOf(timeOn(await store.clock(), wallClock())), document: contentHash };
}
