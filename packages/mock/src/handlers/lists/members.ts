import type { ListMember, ListMemberResult } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import type { StoredList } from "../../store/documents/documents.ts";
import { timestampOf } from "../common/timestamps.ts";
import { currentIds } from "../records/recyclingBin.ts";
import { changed, storeList } from "./stored.ts";

const maxMembers = 100_000;

/** A record in both lists of ids is removed. */
export async function changeMembers(
  list: StoredList,
  add: readonly string[],
  remove: readonly string[],
  context: Context,
): Promise<ListMemberResult> {
  const { store, now } = context;
  const ids = [...new Set([...add, ...remove])];
  const current = await currentIds(store.records, list.objectTypeId, ids);
  const members = new Map(list.members.map((member): [string, ListMember] => [member.recordId, member]));
  const removedIds = [...new Set(remove)].filter((id) => current.has(id) && members.delete(id));
  const addedIds = [...new Set(add)].filter((id) => current.has(id) && !members.has(id) && !remove.includes(id));
  for (const recordId of addedIds) members.set(recordId, { recordId, membershipTimestamp: timestampOf(now) });
  if (members.size > maxMembers) throw new Rejection("VALIDATION_ERROR", `A list can have at most ${maxMembers} members.`);
  if (addedIds.length + removedIds.length > 0)
    await storeList(changed({ ...list, members: [...members.values()] }, context), store.documents);
  return { recordsIdsAdded: addedIds, recordIdsRemoved: removedIds, recordIdsMissing: ids.filter((id) => !current.has(id)) };
}
