import { invalidRequest, Rejection } from "../../contract/errors/rejection.ts";
import { shortened } from "../../contract/problems/fields.ts";
import type { SnapshotsListDifferencesParams } from "../../generated/control/operations.ts";
import type { AccountState, SavedSnapshot, StateDifferenceList } from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { DocumentStore } from "../../store/documents/documentStore.ts";
import type { StoredDocument } from "../../store/documents/documents.ts";
import type { ControlContext } from "../context.ts";
import { changeAccount, existingAccount, profileOf } from "../existingAccount.ts";
import { differencesBetween } from "../state/differences.ts";
import { readState, rejectNewer, writeState } from "../state/state.ts";

const maxSnapshots = 100;
const maxListed = 10;

/** Replaces a snapshot with the same name. @throws Rejection when the account has too many snapshots or does not exist */
export async function saveSnapshot(context: ControlContext, accountId: number, name: string): Promise<SavedSnapshot> {
  return changeAccount(context, accountId, async ({ account, now }) => {
    const { documents } = account;
    const state = await readState(account);
    const isNew = (await documents.get("savedSnapshot", name)) === undefined;
    if (isNew && (await documents.count("savedSnapshot")) >= maxSnapshots) throw tooMany();
    const saved = { key: name, document: { savedAt: now, size: Buffer.byteLength(JSON.stringify(state)) } };
    await documents.put("savedSnapshot", [saved]);
    await documents.put("savedState", [{ key: name, document: { state } }]);
    return shown(saved);
  });
}

export async function listSnapshots(context: ControlContext, accountId: number): Promise<SavedSnapshot[]> {
  const { documents } = await existingAccount(context, accountId);
  return (await documents.list("savedSnapshot")).map(shown);
}

export async function getSnapshot(context: ControlContext, accountId: number, name: string): Promise<AccountState> {
  return savedState(await existingAccount(context, accountId), name);
}

/** @throws Rejection when one of the snapshots or the account does not exist */
export async function compareSnapshots(
  { store }: ControlContext,
  accountId: number,
  name: string,
  { to, limit = 100 }: SnapshotsListDifferencesParams,
): Promise<StateDifferenceList> {
  const [before, after] = await store.transaction(accountId, async (account) => {
    await profileOf(account);
    return [await savedState(account, name), to === undefined ? await readState(account) : await savedState(account, to)] as const;
  });
  const differences = differencesBetween(before, after);
  return { results: differences.slice(0, limit), total: differences.length, hasMore: differences.length > limit };
}

/** @throws Rejection when the snapshot or the account does not exist, or a newer version of the mock saved the snapshot */
export async function restoreSnapshot(context: ControlContext, accountId: number, name: string): Promise<void> {
  await changeAccount(context, accountId, async ({ account, now }) => {
    const state = await savedState(account, name);
    rejectNewer(state);
    await writeState(account, state, { now, replaces: true });
  });
}

export async function deleteSnapshot(context: ControlContext, accountId: number, name: string): Promise<void> {
  await changeAccount(context, accountId, async ({ account: { documents } }) => {
    await documents.delete("savedState", name);
    if (!(await documents.delete("savedSnapshot", name))) throw await unknownSnapshot(documents, name);
  });
}

async function savedState({ documents }: AccountStore, name: string): Promise<AccountState> {
  const saved = await documents.get("savedState", name);
  if (!saved) throw await unknownSnapshot(documents, name);
  return saved.state as AccountState;
}

function shown({ key, document: { savedAt, size } }: StoredDocument<"savedSnapshot">): SavedSnapshot {
  return { name: key, savedAt: timestampOf(savedAt), size };
}

function tooMany(): Rejection {
  const message = `name must be the name of an existing snapshot, because the account already has the maximum of ${maxSnapshots} snapshots`;
  return invalidRequest([{ in: "name", code: "maxItems", message }]);
}

async function unknownSnapshot(documents: DocumentStore, name: string): Promise<Rejection> {
  const names = (await documents.list("savedSnapshot")).map(({ key }) => shortened(key));
  const others = names.length > 0 ? `Saved snapshots: ${names.slice(0, maxListed).join(", ")}.` : "Save one first.";
  return new Rejection("OBJECT_NOT_FOUND", `The account has no saved snapshot "${shortened(name)}". ${others}`);
}
