import { clockOf, holderOf, profileOf, setClockOf, setProfile } from "./accounts/accounts.ts";
import { clear } from "./accounts/clear.ts";
import type { Numbers } from "./accounts/numbers.ts";
import { associationStore } from "./associations/associations.ts";
import { documentStore } from "./documents/documentStore.ts";
import { recordStore } from "./records/records.ts";
import type { Scope } from "./sql/scope.ts";
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
