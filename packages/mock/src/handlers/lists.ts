import type { List } from "@crm-platform/types";
import { Rejection } from "../contract/errors/rejection.ts";
import type { Context } from "../platform/context.ts";
import type { AccountStore } from "../store/accountStore.ts";
import type { StoredList } from "../store/documents/documents.ts";
import { compareIds } from "./common/filters.ts";
import { pagingOf } from "./common/paging.ts";
import { existing, invalidValue } from "./common/problems.ts";
import { timestampOf } from "./common/timestamps.ts";
import { type HandlersOfArea, handlersWith, reads, writes } from "./handlers.ts";
import { changeMembers } from "./lists/members.ts";
import { changed, currentMembers, existingList, listsOf, noList, shownList, storeList } from "./lists/stored.ts";
import { isGone } from "./records/recyclingBin.ts";
import { existingTypes } from "./records/scopes.ts";

const maxLists = 1_500;
const defaultLimit = 100;
const defaultCount = 20;
/** Only the members of these lists are independent of filters. */
const processingTypes: readonly string[] = ["MANUAL", "SNAPSHOT"];

const ofList = handlersWith(({ listId }: { readonly listId: string }, _, context) => existingList(listId, context));

export const lists: HandlersOfArea<"lists"> = {
  "lists.list": reads(async ({ query: { listIds } }, { store }) => {
    const lists = (await currentLists(store)).filter(({ listId }) => listIds.includes(listId));
    return { status: 200, body: { lists: await shownLists(lists, store) } };
  }),
  "lists.create": writes(async ({ body }, context) => {
    const { store, now, caller, ids } = context;
    const { name, objectTypeId, processingType, filterBranch } = body;
    if (!processingTypes.includes(processingType)) {
      throw invalidValue(
        "processingType",
        "enum",
        "must be MANUAL or SNAPSHOT, because the mock does not evaluate filters",
        processingType,
      );
    }
    if (filterBranch !== undefined) {
      throw invalidValue("filterBranch", "filterBranch", "must be omitted, because the mock does not evaluate filters", filterBranch);
    }
    const [type] = await existingTypes({ objectTypeId }, store);
    const all = await listsOf(store.documents);
    if (all.filter(({ deletedAt }) => deletedAt === undefined).length >= maxLists)
      throw new Rejection("VALIDATION_ERROR", `An account can have at most ${maxLists} lists.`);
    const moment = timestampOf(now);
    const list: StoredList = {
      listId: await unusedId(all, ids),
      listVersion: 1,
      name,
      objectTypeId: type?.typeId ?? objectTypeId,
      processingType: processingType as StoredList["processingType"],
      createdAt: moment,
      updatedAt: moment,
      createdById: String(caller.userId),
      updatedById: String(caller.userId),
      members: [],
    };
    rejectTaken(list, all, "name");
    await storeList(list, store.documents);
    return { status: 200, body: { list: await shownList(list, store) } };
  }),
  "lists.get": ofList("reads", async (list, _, { store }) => ({ status: 200, body: { list: await shownList(list, store) } })),
  "lists.getByName": reads(async ({ path: { objectTypeId, listName } }, { store }) => {
    const [type] = await existingTypes({ objectTypeId }, store);
    const list = (await currentLists(store)).find((one) => one.objectTypeId === type?.typeId && isNamed(one, listName));
    return { status: 200, body: { list: await shownList(existing(list, "No list of the object type has this name."), store) } };
  }),
  "lists.delete": ofList("writes", async (list, _, { store, now }) => {
    await storeList({ ...list, deletedAt: timestampOf(now) }, store.documents);
    return { status: 204 };
  }),
  "lists.restore": writes(async ({ path: { listId } }, { store, now }) => {
    const all = await listsOf(store.documents);
    const { deletedAt, ...list } = existing(
      all.find((one) => one.listId === listId),
      noList,
    );
    if (deletedAt === undefined) return { status: 204 };
    if (isGone({ archivedAt: Date.parse(deletedAt) }, now)) throw new Rejection("OBJECT_NOT_FOUND", noList);
    rejectTaken(list, all, "listId");
    await storeList(list, store.documents);
    return { status: 204 };
  }),
  "lists.updateName": ofList("writes", async (list, { query: { listName: name } }, context) => {
    const { store } = context;
    if (name === list.name) return { status: 200, body: { updatedList: await shownList(list, store) } };
    const renamed = changed({ ...list, name, listVersion: list.listVersion + 1 }, context);
    rejectTaken(renamed, await listsOf(store.documents), "listName");
    await storeList(renamed, store.documents);
    return { status: 200, body: { updatedList: await shownList(renamed, store) } };
  }),
  "lists.search": reads(async ({ body }, { store }) => {
    const { query = "", offset = 0, count = defaultCount, listIds = [], processingTypes: types = [], additionalProperties = [] } = body;
    const { objectTypeId } = body;
    const [type] = objectTypeId === undefined ? [] : await existingTypes({ objectTypeId }, store);
    const matches = (await currentLists(store)).filter(
      (list) =>
        list.name.toLowerCase().includes(query.toLowerCase()) &&
        (listIds.length === 0 || listIds.includes(list.listId)) &&
        (type === undefined || type.typeId === list.objectTypeId) &&
        (types.length === 0 || types.includes(list.processingType)),
    );
    const page = await shownLists(matches.slice(offset, offset + count), store);
    const end = offset + page.length;
    const results = page.map((list) => ({
      ...list,
      additionalProperties: additionalProperties.includes("hs_list_size") ? { hs_list_size: String(list.size) } : {},
    }));
    return { status: 200, body: { lists: results, total: matches.length, offset: end, hasMore: end < matches.length } };
  }),
  "lists.listMembers": ofList("reads", async (list, { query: { limit = defaultLimit, after = "0" } }, { store }) => {
    const rest = (await currentMembers(list, store)).filter(({ recordId }) => compareIds(recordId, String(Number(after))) > 0);
    const results = rest.slice(0, limit);
    return { status: 200, body: { results, ...pagingOf(rest.length > limit ? results.at(-1)?.recordId : undefined) } };
  }),
  "lists.addMembers": ofList("writes", async (list, { body }, context) => {
    return { status: 200, body: await changeMembers(list, body, [], context) };
  }),
  "lists.removeMembers": ofList("writes", async (list, { body }, context) => {
    return { status: 200, body: await changeMembers(list, [], body, context) };
  }),
  "lists.updateMembers": ofList("writes", async (list, { body: { recordIdsToAdd, recordIdsToRemove } }, context) => {
    return { status: 200, body: await changeMembers(list, recordIdsToAdd, recordIdsToRemove, context) };
  }),
  "lists.deleteMembers": ofList("writes", async (list, _, context) => {
    await storeList(changed({ ...list, members: [] }, context), context.store.documents);
    return { status: 204 };
  }),
  "lists.listOfRecord": reads(async ({ path: { objectTypeId, recordId } }, { store }) => {
    const [type] = await existingTypes({ objectTypeId }, store);
    const typeId = type?.typeId ?? objectTypeId;
    const isCurrent = (await store.records.currentIds(typeId, [recordId])).has(recordId);
    const lists = isCurrent ? (await currentLists(store)).filter((list) => list.objectTypeId === typeId) : [];
    const results = lists.flatMap(({ listId, listVersion, members }) =>
      members
        .filter((member) => member.recordId === recordId)
        .map(({ membershipTimestamp: at }) => ({ listId, listVersion, firstAddedTimestamp: at, lastAddedTimestamp: at })),
    );
    return { status: 200, body: { results, total: results.length } };
  }),
};

/** Returns the lists that were not deleted, ordered by id. */
async function currentLists({ documents }: AccountStore): Promise<StoredList[]> {
  const all = await listsOf(documents);
  return all.filter(({ deletedAt }) => deletedAt === undefined).sort((one, other) => compareIds(one.listId, other.listId));
}

async function shownLists(lists: readonly StoredList[], store: AccountStore): Promise<List[]> {
  const results: List[] = [];
  for (const list of lists) results.push(await shownList(list, store));
  return results;
}

function isNamed({ name }: StoredList, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase();
}

/** @throws Rejection when another list of the object type has the name */
function rejectTaken(list: StoredList, all: readonly StoredList[], field: string): void {
  const isOther = (one: StoredList) => one.deletedAt === undefined && one.listId !== list.listId && one.objectTypeId === list.objectTypeId;
  if (!all.some((one) => isOther(one) && isNamed(one, list.name))) return;
  throw invalidValue(field, "nameTaken", "must not result in the name of another list of the object type", list.name);
}

/** A seeded list may have any id. */
async function unusedId(all: readonly StoredList[], ids: Context["ids"]): Promise<string> {
  let id: string;
  do id = String(await ids.number());
  while (all.some(({ listId }) => listId === id));
  return id;
}
