import type { ListMember, ListMemberResult } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { StoredList } from "../../store/documents/documents.ts";
import { timestampOf } from "../common/timestamps.ts";
import { changed, listsOf, storeList } from "./stored.ts";

/** Reading this many members blocks other accounts for a tenth of a second. */
const maxMembers = 20_000;

/** A record in both lists of ids is removed. */
export async function changeMembers(
  list: StoredList,
  add: readonly string[],
  remove: readonly string[],
  context: Context,
): Promise<ListMemberResult> {
  const { store, now } = context;
  const ids = [...new Set([...add, ...remove])];
  const current = await store.records.currentIds(list.objectTypeId, ids);
  const members = new Map(list.members.map((member): [string, ListMember] => [member.recordId, member]));
  const removedIds = [...new Set(remove)].filter((id) => current.has(id) && members.delete(id));
  const addedIds = [...new Set(add)].filter((id) => current.has(id) && !members.has(id) && !remove.includes(id));
  for (const recordId of addedIds) members.set(recordId, { recordId, membershipTimestamp: timestampOf(now) });
  if (addedIds.length > 0) await rejectTooMany(list, members.size, store);
  if (addedIds.length + removedIds.length > 0)
    await storeList(changed({ ...list, members: [...members.values()] }, context), store.documents);
  return { recordsIdsAdded: addedIds, recordIdsRemoved: removedIds, recordIdsMissing: ids.filter((id) => !current.has(id)) };
}

/** A list is stored with its members, so the members of all lists are limited together. They include those of deleted lists. */
async function rejectTooMany({ listId }: StoredList, size: number, { documents }: AccountStore): Promise<void> {
  const others = (await listsOf(documents)).filter((list) => list.listId !== listId);
  const total = others.reduce((sum, { members }) => sum + members.length, size);
  if (total > maxMembers)
    throw new Rejection("VALIDATION_ERROR", `The lists of an account can have at most ${maxMembers} members together.`);
}
