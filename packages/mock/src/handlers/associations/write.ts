import type { AssociationInput, AssociationSpec, DefaultAssociation, LabeledAssociation } from "@crm-platform/types";
import type { AccountStore } from "../../store/accountStore.ts";
import { completion } from "../common/batch.ts";
import { invalidValue } from "../common/problems.ts";
import type { RunWith } from "../handlers.ts";
import { keyOf, type RecordIds, storedPairs } from "./associate.ts";
import { type AssociationType, unlabeledType } from "./associationTypes.ts";
import type { Ends } from "./ends.ts";
import { associateWithinLimits } from "./limits.ts";
import { createBatch, recordEnds, rejectMissing } from "./missingRecords.ts";
import { requireRecord } from "./read.ts";
import { rejectUnknownTypes, specOf, typeReferences } from "./specs.ts";
import { removeAll, removeTypes, replaceTypes, type TypedRecordIds } from "./writeTypes.ts";

export const create: RunWith<Ends, "associations.create"> = async (ends, { path, body }, context) => {
  const { store } = context;
  const records = await recordsIn(store, ends, path);
  rejectUnknownTypes(ends.between, typeReferences(body, ""));
  await replaceTypes(store, ends, [{ ...records, types: typesOf(ends, body) }]);
  const [result] = await withLabels(store, ends, [records]);
  return { status: 201, body: result as LabeledAssociation };
};

export const createDefault: RunWith<Ends, "associations.createDefault"> = async (ends, { path }, context) => {
  const { store, now } = context;
  const type = defaultType(ends);
  const records = await recordsIn(store, ends, path);
  return { status: 200, body: { ...completion(now), results: await associateDefault(store, ends, type, [records]) } };
};

export const remove: RunWith<Ends, "associations.delete"> = async (ends, { path }, context) => {
  await removeAll(context.store, ends, [{ fromId: path.fromObjectId, toId: path.toObjectId }]);
  return { status: 204 };
};

export const batchCreate: RunWith<Ends, "associations.batchCreate"> = async (ends, { body }, context) => {
  const { store } = context;
  return createBatch(context, ends, typedInputs(ends, body.inputs), async (complete) => {
    await replaceTypes(store, ends, complete);
    return withLabels(store, ends, complete);
  });
};

export const batchCreateDefault: RunWith<Ends, "associations.batchCreateDefault"> = async (ends, { body }, context) => {
  const { store, now } = context;
  const type = defaultType(ends);
  const inputs = body.inputs.map(({ from, to }) => ({ fromId: from.id, toId: to.id }));
  await rejectMissing(
    store,
    inputs.flatMap((input) => recordEnds(ends, input)),
  );
  return { status: 200, body: { ...completion(now), results: await associateDefault(store, ends, type, inputs) } };
};

export const batchArchive: RunWith<Ends, "associations.batchArchive"> = async (ends, { body }, context) => {
  const records = body.inputs.flatMap(({ from, to }) => to.map(({ id }) => ({ fromId: from.id, toId: id })));
  await removeAll(context.store, ends, records);
  return { status: 200, body: completion(context.now) };
};

export const batchArchiveLabels: RunWith<Ends, "associations.batchArchiveLabels"> = async (ends, { body }, context) => {
  await removeTypes(context.store, ends, typedInputs(ends, body.inputs));
  return { status: 200, body: completion(context.now) };
};

async function recordsIn(store: AccountStore, { from, to }: Ends, path: { fromObjectId: string; toObjectId: string }): Promise<RecordIds> {
  await requireRecord(store, from, path.fromObjectId);
  await requireRecord(store, to, path.toObjectId);
  return { fromId: path.fromObjectId, toId: path.toObjectId };
}

function typedInputs(ends: Ends, inputs: readonly AssociationInput[]): TypedRecordIds[] {
  const ids = inputs.flatMap(({ types }, index) => typeReferences(types, `inputs[${index}].types`));
  rejectUnknownTypes(ends.between, ids);
  return inputs.map(({ from, to, types }) => ({ fromId: from.id, toId: to.id, types: typesOf(ends, types) }));
}

function typesOf({ types }: Ends, specs: readonly AssociationSpec[]): AssociationType[] {
  return specs.flatMap(({ associationTypeId }) => types.withId(associationTypeId) ?? []);
}

/** @throws Rejection for a custom object type whose records cannot be associated with those of the other type */
function defaultType({ between, to }: Ends): AssociationType {
  const type = unlabeledType(between);
  if (type) return type;
  const expectation = "must be an object type that has an unlabeled association type with fromObjectType";
  throw invalidValue("toObjectType", "associationType", expectation, to.plural);
}

async function associateDefault(
  store: AccountStore,
  { types }: Ends,
  type: AssociationType,
  inputs: readonly RecordIds[],
): Promise<DefaultAssociation[]> {
  await associateWithinLimits(
    store,
    inputs.map((records) => ({ ...records, type })),
  );
  const there = specOf(type);
  const back = specOf(types.withId(type.inverse) ?? type);
  return inputs.flatMap(({ fromId, toId }) => [
    { from: { id: fromId }, to: { id: toId }, associationSpec: there },
    { from: { id: toId }, to: { id: fromId }, associationSpec: back },
  ]);
}

/** Returns the labels of existing associations. Lists each association only once. */
async function withLabels(store: AccountStore, ends: Ends, inputs: readonly RecordIds[]): Promise<LabeledAssociation[]> {
  const pairsByKey = Map.groupBy(await storedPairs(store.associations, ends, inputs), keyOf);
  return [...new Map(inputs.map((input) => [keyOf(input), input]))].map(([key, { fromId, toId }]) => ({
    fromObjectTypeId: ends.fromType,
    fromObjectId: fromId,
    toObjectTypeId: ends.toType,
    toObjectId: toId,
    labels: (pairsByKey.get(key) ?? []).flatMap(({ type }) => type.label ?? []),
  }));
}
