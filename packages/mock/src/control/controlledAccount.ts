import type { Account } from "../generated/control/schemas.ts";
import type { Control, ControlledAccount } from "./control.ts";

/** An account with the methods of the control that are about it. */
export function withMethods(account: Account, control: Control): ControlledAccount {
  const { accountId } = account;
  return {
    ...account,
    clock: {
      get: () => control.clock.get(accountId),
      freeze: (at) => control.clock.freeze(at, accountId),
      advance: (by) => control.clock.advance(by, accountId),
    },
    installApp: (input) => control.installApp(accountId, input),
    seed: (state) => control.seed(accountId, state),
    snapshot: () => control.snapshot(accountId),
    restore: (state) => control.restore(accountId, state),
    tokens: {
      list: (page) => control.tokens.list(accountId, page),
      delete: (tokenId) => control.tokens.delete(accountId, tokenId),
      expire: (tokenId) => control.tokens.expire(accountId, tokenId),
    },
    snapshots: {
      create: (name) => control.snapshots.create(accountId, name),
      list: () => control.snapshots.list(accountId),
      get: (name) => control.snapshots.get(accountId, name),
      restore: (name) => control.snapshots.restore(accountId, name),
      delete: (name) => control.snapshots.delete(accountId, name),
    },
    outbox: (filter) => control.outbox(accountId, filter),
    delete: () => control.deleteAccount(accountId),
  };
}
