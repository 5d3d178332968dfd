import type { List, ListMember } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { DocumentStore } from "../../store/documents/documentStore.ts";
import type { StoredList } from "../../store/documents/documents.ts";
import { compareIds } from "../common/filters.ts";
import { existing } from "../common/problems.ts";
import { timestampOf } from "../common/timestamps.ts";

/** Returns all lists, including deleted ones. */
export async function listsOf(documents: DocumentStore): Promise<StoredList[]> {
  return (await documents.list("list")).map(({ document }) => document);
}

export const noList = "No list has this id.";

/** @throws Rejection when the list does not exist or was deleted */
export async function existingList(listId: string, { store }: Context): Promise<StoredList> {
  const list = await store.documents.get("list", listId);
  return existing(list?.deletedAt === undefined ? list : undefined, noList);
}

export async function storeList(list: StoredList, documents: DocumentStore): Promise<void> {
  await documents.put("list", [{ key: list.listId, document: { ...list, members: byRecord(list.members) } }]);
}

export function changed(list: StoredList, { now, caller }: Context): StoredList {
  return { ...list, updatedAt: timestampOf(now), updatedById: String(caller.userId) };
}

export function byRecord(members: readonly ListMember[]): ListMember[] {
  return members.toSorted((one, other) => compareIds(one.recordId, other.recordId));
}

/** Archived records stay members, so that they are in the list again after they are restored. */
export async function currentMembers(list: StoredList, { records }: AccountStore): Promise<ListMember[]> {
  const { objectTypeId, members } = list;
  const current = await records.currentIds(
    objectTypeId,
    members.map(({ recordId }) => recordId),
  );
  return members.filter(({ recordId }) => current.has(recordId));
}

export async function shownList({ members, deletedAt: _, ...list }: StoredList, store: AccountStore): Promise<List> {
  const { length: size } = await currentMembers({ ...list, members }, store);
  return { ...list, processingStatus: "COMPLETE", size };
}

/** Replaces a merged record by the remaining one. */
export async function moveMemberships(objectType: string, mergedId: string, primaryId: string, { documents }: AccountStore): Promise<void> {
  for (const list of await listsOf(documents)) {
    const merged = list.objectTypeId === objectType ? list.members.find(({ recordId }) => recordId === mergedId) : undefined;
    if (!merged) continue;
    const others = list.members.filter((member) => member !== merged);
    const isMember = others.some(({ recordId }) => recordId === primaryId);
    await storeList({ ...list, members: isMember ? others : [...others, { ...merged, recordId: primaryId }] }, documents);
  }
}
