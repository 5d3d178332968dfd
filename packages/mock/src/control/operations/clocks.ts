import { invalidRequest } from "../../contract/errors/rejection.ts";
import type { Clock, ClockChange } from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { timeOn } from "../../platform/clock.ts";
import type { ClockSetting } from "../../store/accountStore.ts";
import { changedClock, clockProblems } from "../clock/clockChanges.ts";
import type { ControlContext } from "../context.ts";
import { existingAccount, profileOf } from "../existingAccount.ts";

export async function readClock({ store, wallClock }: ControlContext): Promise<Clock> {
  return shown(await store.clock(), wallClock());
}

/** @throws Rejection for a contradictory change, or a time outside the supported range */
export async function changeClock({ store, wallClock }: ControlContext, change: ClockChange): Promise<Clock> {
  rejectProblems(change, false);
  const wall = wallClock();
  return shown(await store.updateClock((setting) => changedClock(setting, change, wall)), wall);
}

export async function readAccountClock(context: ControlContext, accountId: number): Promise<Clock> {
  const own = await (await existingAccount(context, accountId)).clock();
  return own ? shown(own, context.wallClock()) : shownShared(await context.store.clock(), context.wallClock());
}

/** @throws Rejection for a contradictory change or a time outside the supported range, or when the account does not exist */
export async function changeAccountClock({ store, wallClock }: ControlContext, accountId: number, change: ClockChange): Promise<Clock> {
  rejectProblems(change, true);
  const wall = wallClock();
  return store.transaction(accountId, async (account) => {
    await profileOf(account);
    if (change.mode === "shared") {
      await account.setClock(undefined);
      return shownShared(await account.effectiveClock(), wall);
    }
    const setting = changedClock(await account.effectiveClock(), change, wall);
    await account.setClock(setting);
    return shown(setting, wall);
  });
}

function rejectProblems(change: ClockChange, isOfAccount: boolean): void {
  const problems = clockProblems(change, "", isOfAccount);
  if (problems.length > 0) throw invalidRequest(problems);
}

function shown(setting: ClockSetting, wall: number): Clock {
  const now = timestampOf(timeOn(setting, wall));
  return setting.mode === "frozen" ? { mode: "frozen", at: timestampOf(setting.at), now } : { ...setting, now };
}

function shownShared(setting: ClockSetting, wall: number): Clock {
  return { mode: "shared", now: timestampOf(timeOn(setting, wall)) };
}
