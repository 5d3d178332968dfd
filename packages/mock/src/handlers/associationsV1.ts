import { associateWithinLimits } from "./associations/limits.ts";
import { list } from "./associationsV1/list.ts";
import { existingPairs, removeLinked } from "./associationsV1/pairs.ts";
import { type HandlersOfArea, readsTogether, writes } from "./handlers.ts";

// These operations identify association types by definition id and use the same associations as `associations`.
export const associationsV1: HandlersOfArea<"associationsV1"> = {
  "associationsV1.create": writes(async ({ body }, { store }) => {
    await associateWithinLimits(store, await existingPairs(store, body));
    const { fromObjectId, toObjectId, category, definitionId } = body;
    const ids = { fromObjectId: Number(fromObjectId), toObjectId: Number(toObjectId) };
    return { status: 200, body: { ...ids, category, definitionId: Number(definitionId) } };
  }),
  "associationsV1.batchCreate": writes(async ({ body }, { store }) => {
    await associateWithinLimits(store, await existingPairs(store, body));
    return { status: 200, body: {} };
  }),
  "associationsV1.delete": writes(async ({ body }, { store }) => {
    await removeLinked(store, body);
    return { status: 200, body: {} };
  }),
  "associationsV1.batchDelete": writes(async ({ body }, { store }) => {
    await removeLinked(store, body);
    return { status: 200, body: {} };
  }),
  "associationsV1.list": readsTogether(list),
};
