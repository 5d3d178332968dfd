import type { WebhooksListDeliveriesParams } from "../../generated/control/operations.ts";
import type { WebhookDelivery } from "../../generated/control/schemas.ts";
import { existing } from "../../handlers/common/problems.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import type { StoredDelivery } from "../../store/deliveries/deliveryStore.ts";
import type { ControlContext } from "../context.ts";
import { changeAccount, profileOf } from "../existingAccount.ts";
import { rejectEndless, waitForCount } from "./waiting.ts";

/** @throws Rejection if the account does not exist or is deleted in the meantime, or if `waitFor` exceeds `limit` */
export async function listDeliveries(
  { store }: ControlContext,
  accountId: number,
  filter: WebhooksListDeliveriesParams,
  signal?: AbortSignal,
): Promise<WebhookDelivery[]> {
  rejectEndless(filter);
  const { waitFor = 0, timeout: _, ...rest } = filter;
  const query = { ...rest, attempted: waitFor > 0 };
  const account = store.account(accountId);
  await waitForCount(filter, signal, async () => {
    await profileOf(account);
    return waitFor === 0 ? 0 : account.deliveries.count(query);
  });
  return (await account.deliveries.list(query)).map(shown);
}

export async function replayDelivery(context: ControlContext, accountId: number, number: number): Promise<WebhookDelivery> {
  return changeAccount(context, accountId, async ({ account }) => {
    const delivery = existing(await account.deliveries.get(number), "The account has no delivery with this number.");
    const events = delivery.events.map((event) => ({ ...event, attemptNumber: 0 }));
    const replayed = { number: await account.nextNumber(), appId: delivery.appId, events };
    await account.deliveries.add(replayed);
    return { ...replayed, state: "pending", attempts: [] };
  });
}

function shown({ dueAt, attempts, events, ...delivery }: StoredDelivery): WebhookDelivery {
  return {
    ...delivery,
    events: [...events],
    ...(delivery.state === "pending" && attempts.length > 0 ? { dueAt: timestampOf(dueAt) } : {}),
    attempts: attempts.map((attempt) => ({ ...attempt, sentAt: timestampOf(attempt.sentAt) })),
  };
}
