import type { AssociationInputV3, AssociationV3 } from "@crm-platform/types";
import { dissociate, type Pair } from "./associations/associate.ts";
import { type AssociationTypes, typeNamed } from "./associations/associationTypes.ts";
import { type Ends, endsOf, type Path } from "./associations/ends.ts";
import { associateWithinLimits } from "./associations/limits.ts";
import { createBatch } from "./associations/missingRecords.ts";
import { validTypes } from "./associations/specs.ts";
import { batchRead } from "./associationsV3/batchRead.ts";
import { problemOf, rejectIfAny } from "./common/problems.ts";
import { type HandlersOfArea, handlersWith } from "./handlers.ts";

const ofEnds = handlersWith((path: Path, _, { store }) => endsOf(path, store));

export const associationsV3: HandlersOfArea<"associationsV3"> = {
  "associationsV3.listTypes": ofEnds("reads", async ({ between }) => {
    const results = between.flatMap(({ id, name }) => (name === null ? [] : [{ id: String(id), name }]));
    return { status: 200, body: { results } };
  }),
  "associationsV3.batchCreate": ofEnds("writes", (ends, { body }, context) =>
    createBatch(context, ends, pairsOf(ends, body.inputs), async (complete) => {
      const pairs = await associateWithinLimits(context.store, complete);
      return pairs.flatMap((pair) => directionsOf(pair, ends.types));
    }),
  ),
  "associationsV3.batchRead": ofEnds("readsTogether", batchRead),
  // Nonexistent associations and records are ignored.
  "associationsV3.batchArchive": ofEnds("writes", async (ends, { body }, { store }) => {
    await dissociate(store.associations, ends.types, pairsOf(ends, body.inputs));
    return { status: 204 };
  }),
};

function pairsOf({ between }: Ends, inputs: readonly AssociationInputV3[]): Pair[] {
  const pairs = inputs.flatMap(({ from, to, type: name }) => {
    const type = typeNamed(between, name);
    return type ? [{ type, fromId: from.id, toId: to.id }] : [];
  });
  if (pairs.length < inputs.length) rejectUnknownNames(between, inputs);
  return pairs;
}

function rejectUnknownNames(between: Ends["between"], inputs: readonly AssociationInputV3[]): void {
  const namedTypes = between.filter(({ name }) => name !== null);
  const expectation = `must be the name of an association type from fromObjectType to toObjectType${validTypes(namedTypes, ({ name }) => String(name))}`;
  const problems = inputs.flatMap(({ type: name }, index) =>
    typeNamed(between, name) ? [] : [problemOf(`inputs[${index}].type`, "associationType", expectation, name)],
  );
  rejectIfAny(problems);
}

/** Returns both directions of a pair, because responses contain both. */
function directionsOf({ type, fromId, toId }: Pair, types: AssociationTypes): AssociationV3[] {
  const name = type.name ?? "";
  const from = { id: fromId };
  const to = { id: toId };
  return [
    { from, to, type: name },
    { from: to, to: from, type: types.withId(type.inverse)?.name ?? name },
  ];
}
