import { clockOf, holderOf, profileOf, setClockOf, setProfile } from "./accounts.ts";
import { associationStore } from "./associations.ts";
import { clear } from "./clear.ts";
import { documentStore } from "./documentStore.ts";
import type { Numbers } from "./numbers.ts";
import { recordStore } from "./records.ts";
import type { Scope } from "./scope.ts";
import type { AccountStore } from "./store.ts";

export function accountStore(scope: Scope, numbers: Numbers): AccountStore {
  const { connection, account } = scope;
  return {
    accountId: account,
    profile: () => profileOf(connection, account),
    holder: (tokenHash) => holderOf(connection, account, tokenHash),
    setProfile: (profile) => setProfile(connection, account, profile),
    clock: () => clockOf(connection, account),
    setClock: (clock) => setClockOf(connection, account, clock),
    nextNumber: () => numbers.next(),
    numbers: () => numbers.last(),
    skipNumbers: (upTo) => numbers.skip(upTo),
    clear: () => scope.atomically((transaction) => clear(transaction, account)),
    records: recordStore(scope),
    associations: associationStore(scope),
    documents: documentStore(scope),
  };
}
