import { Rejection } from "../contract/errors/rejection.ts";
import { emitting } from "../handlers/webhooks/emit.ts";
import { timeOn } from "../platform/clock.ts";
import type { AccountProfile, AccountStore } from "../store/accountStore.ts";
import type { ControlContext } from "./context.ts";

export async function profileOf(account: AccountStore): Promise<AccountProfile> {
  const profile = await account.profile();
  if (!profile) throw unknownAccount();
  return profile;
}

export async function existingAccount({ store }: Pick<ControlContext, "store">, accountId: number): Promise<AccountStore> {
  const account = store.account(accountId);
  await profileOf(account);
  return account;
}

export interface Changing {
  readonly account: AccountStore;
  readonly profile: AccountProfile;
  /** The time on the account's clock, in milliseconds since the epoch. */
  readonly now: number;
}

/** Runs `work` while holding the account's lock. @throws Rejection when the account does not exist */
export async function changeAccount<Result>(
  { store, wallClock }: ControlContext,
  accountId: number,
  work: (changing: Changing) => Promise<Result>,
): Promise<Result> {
  return store.transaction(accountId, async (account) => {
    const profile = await profileOf(account);
    const now = timeOn(await account.effectiveClock(), wallClock());
    return work({ account, profile, now });
  });
}

/** Like `changeAccount`, and also emits webhooks for the changes. */
export async function changeRecords<Result>(
  context: ControlContext,
  accountId: number,
  work: (changing: Changing) => Promise<Result>,
): Promise<Result> {
  return changeAccount(context, accountId, (changing) => {
    const { account, profile, now } = changing;
    return emitting(account, { now, changeSource: "CRM_UI", sourceId: profile.userId }, () => work(changing));
  });
}

export function unknownAccount(): Rejection {
  return new Rejection("OBJECT_NOT_FOUND", "No account has this id.");
}
