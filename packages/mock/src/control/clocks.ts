import type { Problem } from "../contract/message.ts";
import { invalidRequest } from "../contract/refusal.ts";
import type { Clock, ClockChange } from "../generated/control/schemas.ts";
import { timestampOf } from "../handlers/timestamps.ts";
import { timeOn } from "../platform/clock.ts";
import type { ClockSetting, Store } from "../store/store.ts";
import { profileOf } from "./accounts.ts";
import { readMoment } from "./moments.ts";

/** The clock of all accounts, or of one. @throws Refusal when there is no such account */
export async function readClock(store: Store, wall: number, accountId?: number): Promise<Clock> {
  if (accountId === undefined) return shown(await store.clock(), wall);
  const account = store.account(accountId);
  await profileOf(account);
  const own = await account.clock();
  return own ? shown(own, wall) : { mode: "shared", now: timestampOf(timeOn(await store.clock(), wall)) };
}

/** @throws Refusal for a change that contradicts itself, or when there is no such account */
export async function changeClock(store: Store, change: ClockChange, wall: number, accountId?: number): Promise<Clock> {
  const problems = changeProblems(change, accountId !== undefined);
  if (problems.length > 0) throw invalidRequest(problems);
  if (accountId === undefined) {
    const setting = changed(await store.clock(), change, wall);
    await store.setClock(setting);
    return shown(setting, wall);
  }
  const shared = await store.clock();
  return store.transaction(accountId, async (account) => {
    await profileOf(account);
    const isShared = change.mode === "shared";
    const setting = isShared ? shared : changed((await account.clock()) ?? shared, change, wall);
    await account.setClock(isShared ? undefined : setting);
    return isShared ? { mode: "shared", now: timestampOf(timeOn(shared, wall)) } : shown(setting, wall);
  });
}

function changed(setting: ClockSetting, { mode, at, offset = 0, advance }: ClockChange, wall: number): ClockSetting {
  if (mode === "frozen") return { mode, at: at === undefined ? timeOn(setting, wall) : readMoment(at) };
  if (mode === "offset") return { mode, offset };
  const by = advance ?? 0;
  return setting.mode === "frozen" ? { mode: "frozen", at: setting.at + by } : { mode: "offset", offset: setting.offset + by };
}

function changeProblems({ mode, at, offset, advance }: ClockChange, isOfAccount: boolean): Problem[] {
  const problems: Problem[] = [];
  if (mode === undefined && advance === undefined) problems.push({ in: "mode", code: "required", message: "mode or advance is required" });
  if (mode !== undefined && advance !== undefined) problems.push(misplaced("advance", "without mode"));
  if (at !== undefined && mode !== "frozen") problems.push(misplaced("at", "with the mode frozen"));
  if (offset !== undefined && mode !== "offset") problems.push(misplaced("offset", "with the mode offset"));
  if (mode === "shared" && !isOfAccount) problems.push({ in: "mode", code: "enum", message: "mode must be frozen or offset here" });
  if (at !== undefined && Number.isNaN(readMoment(at))) problems.push({ in: "at", code: "format", message: "at must be a moment" });
  return problems;
}

function misplaced(field: string, place: string): Problem {
  return { in: field, code: "dependentRequired", message: `${field} can be given ${place} only` };
}

function shown(setting: ClockSetting, wall: number): Clock {
  const now = timestampOf(timeOn(setting, wall));
  return setting.mode === "frozen" ? { mode: "frozen", at: timestampOf(setting.at), now } : { ...setting, now };
}
