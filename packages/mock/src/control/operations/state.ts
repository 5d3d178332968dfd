import type { AccountState } from "../../generated/control/schemas.ts";
import type { ControlContext } from "../context.ts";
import { changeAccount } from "../existingAccount.ts";
import { readState, writeState } from "../state/state.ts";

/** Adds a state to what an account holds: all of it or, when it rejects, nothing. @throws Refusal when it cannot be written, or the account does not exist */
export async function seed(context: ControlContext, accountId: number, state: AccountState): Promise<void> {
  await write(context, accountId, state, false);
}

/** Replaces what an account holds: all of it or, when it rejects, nothing. @throws Refusal when it cannot be written, or the account does not exist */
export async function restore(context: ControlContext, accountId: number, state: AccountState): Promise<void> {
  await write(context, accountId, state, true);
}

/** Everything an account holds, as it was at one moment. @throws Refusal when the account does not exist */
export async function snapshot({ store }: ControlContext, accountId: number): Promise<AccountState> {
  return store.transaction(accountId, readState);
}

async function write(context: ControlContext, accountId: number, state: AccountState, replaces: boolean): Promise<void> {
  await changeAccount(context, accountId, ({ account, now }) => writeState(account, state, { now, replaces }));
}
