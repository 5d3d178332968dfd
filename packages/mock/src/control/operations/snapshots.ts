import { invalidRequest, Refusal } from "../../contract/errors/refusal.ts";
import type { AccountState, SavedSnapshot } from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { timeOn } from "../../platform/clock.ts";
import type { StoredDocument } from "../../store/documents.ts";
import type { AccountStore, Store } from "../../store/store.ts";
import { readState, writeState } from "../state/state.ts";
import { refuseNewer } from "../state/version.ts";
import { profileOf } from "./accounts.ts";

/** So many snapshots can be saved of an account. */
const maxSnapshots = 100;

/** Where a snapshot is, and what time the machine's clock shows. */
export interface OfSnapshot {
  readonly accountId: number;
  readonly name: string;
  readonly wall: number;
}

/**
 * Saves what an account holds now under a name, in place of what is there under this name.
 * @throws Refusal when there are too many, or no such account
 */
export async function saveSnapshot(store: Store, { accountId, name, wall }: OfSnapshot): Promise<SavedSnapshot> {
  const shared = await store.clock();
  return store.transaction(accountId, async (account) => {
    const { documents } = account;
    const state = await readState(account);
    const isNew = (await documents.get("savedSnapshot", name)) === undefined;
    if (isNew && (await documents.count("savedSnapshot")) >= maxSnapshots) throw tooMany();
    const savedAt = timeOn((await account.clock()) ?? shared, wall);
    const saved = { key: name, document: { savedAt, size: Buffer.byteLength(JSON.stringify(state)) } };
    await documents.put("savedSnapshot", [saved]);
    await documents.put("savedState", [{ key: name, document: { state } }]);
    return shown(saved);
  });
}

/** The snapshots that are saved of an account, by their names. @throws Refusal when there is no such account */
export async function listSnapshots(store: Store, accountId: number): Promise<SavedSnapshot[]> {
  const account = store.account(accountId);
  await profileOf(account);
  return (await account.documents.list("savedSnapshot")).map(shown);
}

/** @throws Refusal when there is no such snapshot or account */
export async function getSnapshot(store: Store, accountId: number, name: string): Promise<AccountState> {
  const account = store.account(accountId);
  await profileOf(account);
  return savedState(account, name);
}

/**
 * Replaces what an account holds by a saved snapshot, all of it or nothing.
 * @throws Refusal when there is no such snapshot or account, or when a newer mock has saved it
 */
export async function restoreSnapshot(store: Store, { accountId, name, wall }: OfSnapshot): Promise<void> {
  const shared = await store.clock();
  await store.transaction(accountId, async (account) => {
    await profileOf(account);
    const state = await savedState(account, name);
    refuseNewer(state);
    const now = timeOn((await account.clock()) ?? shared, wall);
    await writeState(account, state, { now, replaces: true });
  });
}

/** @throws Refusal when there is no such snapshot or account */
export async function deleteSnapshot(store: Store, accountId: number, name: string): Promise<void> {
  await store.transaction(accountId, async (account) => {
    await profileOf(account);
    await account.documents.delete("savedState", name);
    if (!(await account.documents.delete("savedSnapshot", name))) throw unknownSnapshot();
  });
}

async function savedState({ documents }: AccountStore, name: string): Promise<AccountState> {
  const saved = await documents.get("savedState", name);
  if (!saved) throw unknownSnapshot();
  return saved.state as AccountState;
}

function shown({ key, document: { savedAt, size } }: StoredDocument<"savedSnapshot">): SavedSnapshot {
  return { name: key, savedAt: timestampOf(savedAt), size };
}

function tooMany(): Refusal {
  const message = `name must be that of a snapshot that is saved already: the account has ${maxSnapshots}, which is the most; delete one first`;
  return invalidRequest([{ in: "name", code: "maxItems", message }]);
}

function unknownSnapshot(): Refusal {
  return new Refusal("OBJECT_NOT_FOUND", "The account has no saved snapshot with this name.");
}
