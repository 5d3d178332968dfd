import type { AccountState } from "../../generated/control/schemas.ts";
import { timeOn } from "../../platform/clock.ts";
import type { AccountStore, ClockSetting, Store } from "../../store/store.ts";
import type { ControlOptions } from "../controlOptions.ts";
import { writeState } from "./state.ts";

/** Makes the state to write from what the account holds, in the transaction that writes it. @param now by the account's clock */
export type StateOf = (account: AccountStore, now: number) => Promise<AccountState>;

/** Writes a state into an account: all of it or, when it rejects, nothing. */
export type WriteState = (accountId: number, stateOf: StateOf, replaces: boolean) => Promise<void>;

export function stateWriter(store: Store, { wallClock, changes }: Pick<ControlOptions, "wallClock" | "changes">): WriteState {
  return async (accountId, stateOf, replaces) => {
    await changes.settled();
    const shared = await store.clock();
    await store.transaction(accountId, async (account) => {
      const setting: ClockSetting = (await account.clock()) ?? shared;
      const now = timeOn(setting, wallClock());
      await writeState(account, await stateOf(account, now), { now, replaces });
    });
  };
}
