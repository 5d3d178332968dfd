import type { AssociationV3 } from "@crm-platform/types";
import type { Pair } from "../associations/associate.ts";
import type { AssociationTypes } from "../associations/associationTypes.ts";
import type { Ends } from "../associations/ends.ts";
import { associateWithinLimits } from "../associations/limits.ts";
import { createBatch } from "../associations/missingRecords.ts";
import type { RunWith } from "../handlers.ts";
import { pairsOf } from "./pairs.ts";

export const batchCreate: RunWith<Ends, "associationsV3.batchCreate"> = (ends, { body }, context) =>
  createBatch(context, ends, pairsOf(ends, body.inputs), async (complete) => {
    const pairs = await associateWithinLimits(context.store, complete);
    return pairs.flatMap((pair) => directionsOf(pair, ends.types));
  });

/** Returns both directions of a pair, because responses contain both (behaviour.md, 5). */
function directionsOf({ type, fromId, toId }: Pair, types: AssociationTypes): AssociationV3[] {
  const name = type.name ?? "";
  const from = { id: fromId };
  const to = { id: toId };
  return [
    { from, to, type: name },
    { from: to, to: from, type: types.withId(type.inverse)?.name ?? name },
  ];
}
