import { clockOf, nextNumber, profileOf, setClockOf, setProfile } from "./accounts.ts";
import { associationStore } from "./associations.ts";
import { clear } from "./clear.ts";
import { documentStore } from "./documentStore.ts";
import { recordStore } from "./records.ts";
import type { Scope } from "./scope.ts";
import type { AccountStore } from "./store.ts";

/** @param takeNumber gives the next number of the account; by default one of the database, each time */
export function accountStore(scope: Scope, takeNumber?: () => number): AccountStore {
  const { connection, account } = scope;
  return {
    accountId: account,
    profile: () => profileOf(connection, account),
    setProfile: (profile) => setProfile(connection, account, profile),
    clock: () => clockOf(connection, account),
    setClock: (clock) => setClockOf(connection, account, clock),
    nextNumber: async () => (takeNumber ? takeNumber() : nextNumber(connection, account)),
    clear: () => scope.atomically((transaction) => clear(transaction, account)),
    records: recordStore(scope),
    associations: associationStore(scope),
    documents: documentStore(scope),
  };
}
