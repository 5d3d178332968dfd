import type { Store } from "../../store/store.ts";
import type { SnapshotControl } from "../control.ts";
import type { ControlOptions } from "../controlOptions.ts";
import { deleteSnapshot, getSnapshot, listSnapshots, restoreSnapshot, saveSnapshot } from "./snapshots.ts";

/** The saved snapshots of an account, in process; `snapshots` of the control. */
export function snapshotControl(store: Store, { wallClock, checks, changes }: ControlOptions): SnapshotControl {
  const { check, checkParameters } = checks;
  const checked = (accountId: number, name: string) => checkParameters("snapshots.get", { path: { accountId, snapshotName: name } }).path;
  return {
    create: async (accountId, name) => {
      const { path } = checkParameters("snapshots.list", { path: { accountId } });
      const input = check("snapshots.create", { name });
      await changes.settled();
      return saveSnapshot(store, { accountId: path.accountId, name: input.name, wall: wallClock() });
    },
    list: async (accountId) => listSnapshots(store, checkParameters("snapshots.list", { path: { accountId } }).path.accountId),
    get: async (accountId, name) => {
      const path = checked(accountId, name);
      return getSnapshot(store, path.accountId, path.snapshotName);
    },
    restore: async (accountId, name) => {
      const path = checked(accountId, name);
      await changes.settled();
      await restoreSnapshot(store, { accountId: path.accountId, name: path.snapshotName, wall: wallClock() });
    },
    delete: async (accountId, name) => {
      const path = checked(accountId, name);
      await deleteSnapshot(store, path.accountId, path.snapshotName);
    },
  };
}
