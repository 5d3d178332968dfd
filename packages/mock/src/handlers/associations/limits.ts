import { Rejection } from "../../contract/errors/rejection.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { AssociationLimit } from "../../store/documents/documents.ts";
import { problemOf } from "../common/problems.ts";
import { associate, linksOf, type Pair } from "./associate.ts";
import { type AssociationType, associationTypesOf } from "./associationTypes.ts";

/**
 * Records above their limits can keep their associations.
 * @param removals pairs to remove first
 * @throws Rejection if a record would be associated with itself or exceed a limit; the write is then rolled back
 */
export async function associateWithinLimits(store: AccountStore, pairs: readonly Pair[], removals: readonly Pair[] = []): Promise<Pair[]> {
  rejectSelfAssociations(pairs);
  const write = async () => {
    await store.associations.remove(linksOf(removals));
    return associate(store.associations, pairs);
  };
  const limits = await store.documents.list("associationLimit");
  if (limits.length === 0) return write();
  const types = await associationTypesOf(store.documents);
  const links = linksOf(pairs);
  const checks = limits.flatMap(({ document: limit }) => {
    const type = types.withId(limit.typeId);
    if (!type) return [];
    const newLinks = links.filter(
      (link) => link.fromType === type.fromType && link.toType === type.toType && (type.label === null || link.typeId === type.id),
    );
    return newLinks.length === 0 ? [] : [{ limit, type, fromIds: [...new Set(newLinks.map(({ fromId }) => fromId))] }];
  });
  const before: Map<string, number>[] = [];
  for (const { type, fromIds } of checks) before.push(await countsOf(store, type, fromIds));
  const result = await write();
  for (const [index, { limit, type, fromIds }] of checks.entries()) {
    const after = await countsOf(store, type, fromIds);
    const exceeding = fromIds.filter((id) => {
      const count = after.get(id) ?? 0;
      return count > limit.maxToObjectIds && count > (before[index]?.get(id) ?? 0);
    });
    if (exceeding.length > 0)
      throw limitExceeded(
        limit,
        exceeding,
        pairs.filter((pair) => pair.type.fromType === type.fromType),
      );
  }
  return result;
}

function rejectSelfAssociations(pairs: readonly Pair[]): void {
  const own = pairs.filter(({ type, fromId, toId }) => type.fromType === type.toType && fromId === toId);
  if (own.length === 0) return;
  const ids = [...new Set(own.map(({ fromId }) => fromId))];
  throw new Rejection("VALIDATION_ERROR", "A record cannot be associated with itself.", { context: { INVALID_OBJECT_IDS: ids } });
}

/** Ignores archived records. For the unlabeled type, counts associations of every type. */
async function countsOf(store: AccountStore, type: AssociationType, fromIds: readonly string[]): Promise<Map<string, number>> {
  const links = await store.associations.from(type.fromType, fromIds, type.toType);
  const ofType = type.label === null ? links : links.filter(({ typeId }) => typeId === type.id);
  const toIds = ofType.map(({ toId }) => toId);
  const current = await store.records.currentIds(type.toType, toIds);
  const currentLinks = ofType.filter(({ toId }) => current.has(toId));
  return new Map(
    [...Map.groupBy(currentLinks, ({ fromId }) => fromId)].map(([id, own]) => [id, new Set(own.map(({ toId }) => toId)).size]),
  );
}

/** If the request creates a record, the error names its place in the request, because the client does not know its id. */
function limitExceeded({ typeId, maxToObjectIds }: AssociationLimit, ids: readonly string[], pairs: readonly Pair[]): Rejection {
  const message = `The account limits associations of type ${typeId} to ${maxToObjectIds} per record, and some records would exceed this limit.`;
  const placeOf = (id: string) => pairs.find(({ fromId }) => fromId === id)?.place;
  const existing = ids.filter((id) => placeOf(id) === undefined);
  const limit = { associationTypeId: [String(typeId)], maxToObjectIds: [String(maxToObjectIds)] };
  const expectation = `must not exceed the limit of ${maxToObjectIds} for association type ${typeId}`;
  return new Rejection("VALIDATION_ERROR", message, {
    context: { ...(existing.length > 0 && { fromObjectId: existing }), ...limit },
    problems: ids.map(placeOf).flatMap((place) => (place ? [problemOf(place, "associationLimit", expectation, undefined)] : [])),
  });
}
