import type { AssociationInput, DefaultAssociation, LabeledAssociation } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { Context } from "../../platform/context.ts";
import type { AccountStore } from "../../store/store.ts";
import { completed } from "../common/batch.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import type { Run } from "../handlers.ts";
import { type AssociationType, associationTypesOf, unlabeledType } from "./associationTypes.ts";
import { associateWithinLimits } from "./limits.ts";
import { existingRecords, missingRecords, missingRecordsError } from "./missingRecords.ts";
import { requireRecord } from "./read.ts";
import { keyOf, storedTypes, typesAmong } from "./readTypes.ts";
import { accessedTypes } from "./rejections.ts";
import { specOf, specProblems, typesOf } from "./specs.ts";
import { type Ends, removeAll, removeTypes, replaceTypes, type Typed, typesBetween } from "./writeTypes.ts";

type Records = Omit<Typed, "types">;
type Path = { fromObjectType: string; toObjectType: string };

export const create: Run<"associations.create"> = async ({ path, body }, context) => {
  const { store } = context;
  const ends = await endsOf(path, context);
  const records = await recordsIn(store, ends, path);
  rejectIfAny(specProblems(typesBetween(ends), body, ""));
  await replaceTypes(store, ends, [{ ...records, types: typesOf(typesBetween(ends), body) }]);
  const [result] = await labeled(store, ends, [records]);
  return { status: 201, body: result as LabeledAssociation };
};

export const createDefault: Run<"associations.createDefault"> = async ({ path }, context) => {
  const { store, now } = context;
  const ends = await endsOf(path, context);
  const type = defaultType(ends);
  const records = await recordsIn(store, ends, path);
  return { status: 200, body: { ...completed(now), results: await associateDefault(store, ends, type, [records]) } };
};

export const remove: Run<"associations.delete"> = async ({ path }, context) => {
  const { store } = context;
  const ends = await endsOf(path, context);
  await removeAll(store, ends, [{ fromId: path.fromObjectId, toId: path.toObjectId }]);
  return { status: 204 };
};

/** Rejects only if all inputs fail because their records do not exist. */
export const batchCreate: Run<"associations.batchCreate"> = async ({ path, body }, context) => {
  const { store, now } = context;
  const ends = await endsOf(path, context);
  const { complete, missing } = await existingRecords(store, ends, typedInputs(ends, body.inputs));
  if (missing.length > 0 && complete.length === 0) throw missingRecords(missing);
  await replaceTypes(store, ends, complete);
  const batch = { ...completed(now), results: await labeled(store, ends, complete) };
  if (missing.length === 0) return { status: 201, body: batch };
  return { status: 207, body: { ...batch, numErrors: 1, errors: [missingRecordsError(missing)] } };
};

export const batchCreateDefault: Run<"associations.batchCreateDefault"> = async ({ path, body }, context) => {
  const { store, now } = context;
  const ends = await endsOf(path, context);
  const type = defaultType(ends);
  const inputs = body.inputs.map(({ from, to }) => ({ fromId: from.id, toId: to.id }));
  const { complete, missing } = await existingRecords(store, ends, inputs);
  if (missing.length > 0) throw missingRecords(missing);
  return { status: 200, body: { ...completed(now), results: await associateDefault(store, ends, type, complete) } };
};

export const batchArchive: Run<"associations.batchArchive"> = async ({ path, body }, context) => {
  const { store, now } = context;
  const ends = await endsOf(path, context);
  const inputs = body.inputs.flatMap(({ from, to }) => to.map(({ id }) => ({ fromId: from.id, toId: id })));
  await removeAll(store, ends, inputs);
  return { status: 200, body: completed(now) };
};

export const batchArchiveLabels: Run<"associations.batchArchiveLabels"> = async ({ path, body }, context) => {
  const { store, now } = context;
  const ends = await endsOf(path, context);
  await removeTypes(store, ends, typedInputs(ends, body.inputs));
  return { status: 200, body: completed(now) };
};

async function endsOf(path: Path, context: Context): Promise<Ends> {
  return { ...accessedTypes(path, "write", context), types: await associationTypesOf(context.store.documents) };
}

/** @throws Rejection when one of the records in the path does not exist */
async function recordsIn(store: AccountStore, { from, to }: Ends, path: { fromObjectId: string; toObjectId: string }): Promise<Records> {
  await requireRecord(store, from, path.fromObjectId);
  await requireRecord(store, to, path.toObjectId);
  return { fromId: path.fromObjectId, toId: path.toObjectId };
}

/** @throws Rejection when an input has a type that does not lead from one object type to the other */
function typedInputs(ends: Ends, inputs: readonly AssociationInput[]): Typed[] {
  const types = typesBetween(ends);
  const problems = inputs.flatMap((input, index): Problem[] => specProblems(types, input.types, `inputs[${index}].types`));
  rejectIfAny(problems);
  return inputs.map(({ from, to, types: specs }) => ({ fromId: from.id, toId: to.id, types: typesOf(types, specs) }));
}

/** @throws Rejection for custom object types, which have no unlabeled type */
function defaultType(ends: Ends): AssociationType {
  const type = unlabeledType(typesBetween(ends));
  if (type) return type;
  const expectation = "must be an object type that has an unlabeled association type with fromObjectType";
  rejectIfAny([problemOf("toObjectType", "associationType", expectation, ends.to.plural)]);
  throw new Error("unreachable");
}

async function associateDefault(
  store: AccountStore,
  { types }: Ends,
  type: AssociationType,
  inputs: readonly Records[],
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

/** Returns the labels of existing associations, and lists each association once. */
async function labeled(store: AccountStore, ends: Ends, inputs: readonly Records[]): Promise<LabeledAssociation[]> {
  const direction = { fromType: ends.from.typeId, toType: ends.to.typeId };
  const stored = await storedTypes(
    store.associations,
    direction,
    inputs.map(({ fromId }) => fromId),
  );
  return [...new Map(inputs.map((input) => [keyOf(input), input])).values()].map(({ fromId, toId }) => ({
    fromObjectTypeId: ends.from.typeId,
    fromObjectId: fromId,
    toObjectTypeId: ends.to.typeId,
    toObjectId: toId,
    labels: typesAmong(typesBetween(ends), stored.get(keyOf({ fromId, toId })) ?? new Set()).flatMap(({ label }) => label ?? []),
  }));
}
