import { lastMoment } from "../contract/times.ts";
import { chance } from "../platform/faults.ts";
import type { ClaimedDelivery, StoredAttempt } from "../store/deliveries/deliveryStore.ts";
import { lostResponse } from "./errors.ts";

/** The maximum delays before the retries, in minutes. Their sum is 24 hours. The actual delays are shorter by up to half. */
const retryMinutes = [1, 4, 10, 30, 75, 120, 240, 240, 360, 360];

/**
 * Returns a delivery after an attempt: delivered, failed, or due again.
 * @param isFinal whether the attempt is not repeated
 * @param seed determines the actual delay
 */
export function withAttempt(delivery: ClaimedDelivery, attempt: StoredAttempt, isFinal: boolean, seed: string): ClaimedDelivery {
  const { attemptNumber, sentAt, status = 0, error } = attempt;
  const updatedDelivery = { ...delivery, attempts: [...delivery.attempts, attempt] };
  if (status >= 200 && status < 300) return { ...updatedDelivery, state: "delivered" };
  const minutes = retryMinutes[attemptNumber];
  if (isFinal || minutes === undefined) return { ...updatedDelivery, state: "failed" };
  const wasDueAt = attemptNumber === 0 ? sentAt : delivery.dueAt;
  if (error === lostResponse) return { ...updatedDelivery, dueAt: Math.min(wasDueAt, sentAt) };
  const spread = chance(`${seed} ${delivery.number} ${attemptNumber}`);
  // The delay begins when this attempt was due, so that all retries are due within 24 hours, even if the clock is advanced by more.
  const dueAt = wasDueAt + Math.round(minutes * 60_000 * (1 - spread / 2));
  return { ...updatedDelivery, dueAt: Math.min(dueAt, lastMoment) };
}
