import { invalidRequest } from "../../contract/errors/refusal.ts";
import type { Clock, ClockChange } from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { timeOn } from "../../platform/clock.ts";
import type { ClockSetting, Store } from "../../store/store.ts";
import { changedClock, clockProblems } from "../clock/clockChanges.ts";
import { profileOf } from "./accounts.ts";

/** The clock of all accounts, or of one. @throws Refusal when there is no such account */
export async function readClock(store: Store, wall: number, accountId?: number): Promise<Clock> {
  if (accountId === undefined) return shown(await store.clock(), wall);
  const account = store.account(accountId);
  await profileOf(account);
  const own = await account.clock();
  return own ? shown(own, wall) : { mode: "shared", now: timestampOf(timeOn(await store.clock(), wall)) };
}

/** @throws Refusal for a change that contradicts itself or leads out of all calendars, or when there is no such account */
export async function changeClock(store: Store, change: ClockChange, wall: number, accountId?: number): Promise<Clock> {
  const problems = clockProblems(change, "", accountId !== undefined);
  if (problems.length > 0) throw invalidRequest(problems);
  if (accountId === undefined) {
    return shown(await store.updateClock((setting) => changedClock(setting, change, wall)), wall);
  }
  const shared = await store.clock();
  return store.transaction(accountId, async (account) => {
    await profileOf(account);
    const isShared = change.mode === "shared";
    const setting = isShared ? shared : changedClock((await account.clock()) ?? shared, change, wall);
    await account.setClock(isShared ? undefined : setting);
    return isShared ? { mode: "shared", now: timestampOf(timeOn(shared, wall)) } : shown(setting, wall);
  });
}

function shown(setting: ClockSetting, wall: number): Clock {
  const now = timestampOf(timeOn(setting, wall));
  return setting.mode === "frozen" ? { mode: "frozen", at: timestampOf(setting.at), now } : { ...setting, now };
}
