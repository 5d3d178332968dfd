import { Rejection } from "../../contract/errors/rejection.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import { type AssociationType, associationTypesOf } from "../associations/associationTypes.ts";
import { linksAfter } from "../associations/linksAfter.ts";
import { rejectIfAny } from "../common/problems.ts";
import type { Run } from "../handlers.ts";
import { existence } from "../records/recyclingBin.ts";
import { unknownDefinition } from "./pairs.ts";

/** Lists ids in ascending order. `offset` is the last id of the previous page. */
export const list: Run<"associationsV1.list"> = async ({ path, query }, { store }) => {
  const limit = query.limit ?? 10;
  const offset = Math.min(query.offset ?? 0, Number.MAX_SAFE_INTEGER);
  const id = String(path.objectId);
  const types = (await associationTypesOf(store.documents)).ofDefinition(path.definitionId);
  if (types.length === 0) rejectIfAny([unknownDefinition("definitionId", path.definitionId)]);
  const existing = await startingAt(store, types, id);
  if (existing.length === 0)
    throw new Rejection("OBJECT_NOT_FOUND", "The record does not exist, or its type is not the source type of the definition.");
  const toIds = new Set<number>();
  for (const type of existing) {
    const [links = []] = await linksAfter(store, [type], [{ id, after: offset }], limit + 1);
    for (const link of links) toIds.add(Number(link.toId));
  }
  const ids = [...toIds].sort((a, b) => a - b);
  const results = ids.slice(0, limit);
  return { status: 200, body: [{ results, hasMore: ids.length > limit, offset: results.at(-1) ?? offset }] };
};

async function startingAt(store: AccountStore, types: readonly AssociationType[], id: string): Promise<AssociationType[]> {
  const ends = types.map(({ fromType }) => [fromType, id] as const);
  const exists = await existence(store.records, ends);
  return types.filter(({ fromType }) => exists(fromType, id));
}
