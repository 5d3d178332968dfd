import type { AssociationLimit as ShownLimit, StandardError } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import type { AccountStore } from "../../store/store.ts";
import { completed } from "../common/batch.ts";
import { rejectIfAny } from "../common/problems.ts";
import type { Run } from "../handlers.ts";
import { canRead } from "../records/access.ts";
import { type AssociationType, associationTypesOf } from "./associationTypes.ts";
import { accessedTypes } from "./rejections.ts";
import { categoryOf, typeWith, unknownType } from "./specs.ts";

type Path = Parameters<Run<"associations.listLimits">>[0]["path"];
type Batch = Parameters<Run<"associations.batchCreateLimits">>[0]["body"];

export const listAllLimits: Run<"associations.listAllLimits"> = async (_, context) => {
  const isReadable = ({ fromType, toType }: AssociationType) => [fromType, toType].every((type) => canRead(type, context));
  return { status: 200, body: { results: await shownLimits(context.store, isReadable) } };
};

export const listLimits: Run<"associations.listLimits"> = async ({ path }, context) => {
  const { from, to } = accessedTypes(path, "read", context);
  const results = await shownLimits(context.store, (type) => type.fromType === from.typeId && type.toType === to.typeId);
  return { status: 200, body: { results } };
};

export const batchCreateLimits: Run<"associations.batchCreateLimits"> = async ({ path, body }, context) => {
  const { results, failed } = await putLimits(context, path, body, "create");
  const batch = { ...completed(context.now), results };
  if (failed.length === 0) return { status: 201, body: batch };
  const errors = failed.map((typeId) => failure("409", "CONFLICT", "This association type already has a limit.", typeId));
  return { status: 207, body: { ...batch, numErrors: errors.length, errors } };
};

export const batchUpdateLimits: Run<"associations.batchUpdateLimits"> = async ({ path, body }, context) => {
  const { results, failed } = await putLimits(context, path, body, "update");
  const batch = { ...completed(context.now), results };
  if (failed.length === 0) return { status: 200, body: batch };
  const errors = failed.map((typeId) => failure("404", "OBJECT_NOT_FOUND", "This association type has no limit.", typeId));
  return { status: 207, body: { ...batch, numErrors: errors.length, errors } };
};

export const batchDeleteLimits: Run<"associations.batchDeleteLimits"> = async ({ path, body }, context) => {
  await typesIn(context, path, body.inputs);
  for (const { typeId } of body.inputs) await context.store.documents.delete("associationLimit", String(typeId));
  return { status: 200, body: completed(context.now) };
};

/** @returns the limits that were stored, and the types that already have a limit or, for an update, have none */
async function putLimits(
  context: Context,
  path: Path,
  { inputs }: Batch,
  action: "create" | "update",
): Promise<{ results: ShownLimit[]; failed: number[] }> {
  const { store } = context;
  const types = await typesIn(context, path, inputs);
  const limited = new Set((await store.documents.list("associationLimit")).map(({ document }) => document.typeId));
  const last = [...new Map(inputs.map((input) => [input.typeId, input])).values()];
  const written = last.filter(({ typeId }) => limited.has(typeId) === (action === "update"));
  await store.documents.put(
    "associationLimit",
    written.map(({ typeId, maxToObjectIds }) => ({ key: String(typeId), document: { typeId, maxToObjectIds } })),
  );
  return {
    results: written.flatMap(({ category, typeId, maxToObjectIds }) => {
      const type = typeWith(types, category, typeId);
      return type ? [shownLimit(type, maxToObjectIds)] : [];
    }),
    failed: last.filter((input) => !written.includes(input)).map(({ typeId }) => typeId),
  };
}

/** @throws Rejection when the token lacks a scope, or an input has a type that does not lead from one object type to the other */
async function typesIn(
  context: Context,
  path: Path,
  inputs: readonly { readonly category: string; readonly typeId: number }[],
): Promise<readonly AssociationType[]> {
  const { from, to } = accessedTypes(path, "write", context);
  const types = (await associationTypesOf(context.store.documents)).between(from.typeId, to.typeId);
  rejectIfAny(
    inputs.flatMap(({ category, typeId }, index) =>
      typeWith(types, category, typeId) ? [] : [unknownType(`inputs[${index}].typeId`, typeId)],
    ),
  );
  return types;
}

async function shownLimits(store: AccountStore, isShown: (type: AssociationType) => boolean): Promise<ShownLimit[]> {
  const types = await associationTypesOf(store.documents);
  const limits = (await store.documents.list("associationLimit")).map(({ document }) => document);
  return limits
    .sort((one, other) => one.typeId - other.typeId)
    .flatMap(({ typeId, maxToObjectIds }) => {
      const type = types.withId(typeId);
      return type && isShown(type) ? [shownLimit(type, maxToObjectIds)] : [];
    });
}

function shownLimit(type: AssociationType, maxToObjectIds: number): ShownLimit {
  const label = type.label === null ? {} : { label: type.label };
  return { category: categoryOf(type), typeId: type.id, ...label, userEnforcedMaxToObjectIds: maxToObjectIds };
}

function failure(status: string, category: string, message: string, typeId: number): StandardError {
  return { status, category, message, context: { typeId: [String(typeId)] }, errors: [], links: {} };
}
