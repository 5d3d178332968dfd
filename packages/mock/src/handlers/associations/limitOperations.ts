import type { AssociationLimit as ShownLimit } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import type { AssociationLimit } from "../../store/documents.ts";
import type { AccountStore } from "../../store/store.ts";
import { type BatchResponse, batchError, batchResponse, completed } from "../common/batch.ts";
import type { Run } from "../handlers.ts";
import { canRead } from "../records/access.ts";
import { type AssociationType, type AssociationTypes, associationTypesOf } from "./associationTypes.ts";
import { accessedEnds, type Ends } from "./ends.ts";
import { categoryOf, rejectUnknownTypes } from "./specs.ts";

type Path = Parameters<Run<"associations.listLimits">>[0]["path"];
type Body = Parameters<Run<"associations.batchCreateLimits">>[0]["body"];

export const listAllLimits: Run<"associations.listAllLimits"> = async (_, context) => {
  const isReadable = ({ fromType, toType }: AssociationType) => [fromType, toType].every((type) => canRead(type, context));
  return { status: 200, body: { results: await shownLimits(context.store, isReadable) } };
};

export const listLimits: Run<"associations.listLimits"> = async ({ path }, context) => {
  const { between } = await accessedEnds(path, "read", context);
  return { status: 200, body: { results: await shownLimits(context.store, (type) => between.some(({ id }) => id === type.id)) } };
};

export const batchCreateLimits: Run<"associations.batchCreateLimits"> = ({ path, body }, context) =>
  putLimits(path, body, context, { status: 201, isUpdate: false, message: "This association type already has a limit." });

export const batchUpdateLimits: Run<"associations.batchUpdateLimits"> = ({ path, body }, context) =>
  putLimits(path, body, context, { status: 200, isUpdate: true, message: "This association type has no limit." });

export const batchDeleteLimits: Run<"associations.batchDeleteLimits"> = async ({ path, body }, context) => {
  await endsWith(path, body, context);
  for (const { typeId } of body.inputs) await context.store.documents.delete("associationLimit", String(typeId));
  return { status: 200, body: completed(context.now) };
};

interface Put<Status> {
  readonly status: Status;
  readonly isUpdate: boolean;
  /** The error for a type that already has a limit or, in an update, has none. */
  readonly message: string;
}

async function putLimits<Status extends 200 | 201>(
  path: Path,
  body: Body,
  context: Context,
  { status, isUpdate, message }: Put<Status>,
): Promise<BatchResponse<Status, ShownLimit>> {
  const { documents } = context.store;
  const { types } = await endsWith(path, body, context);
  const limited = new Set((await documents.list("associationLimit")).map(({ document }) => document.typeId));
  // The last of several inputs for the same type wins.
  const last = [...new Map(body.inputs.map((input) => [input.typeId, input])).values()];
  const written = last.filter(({ typeId }) => limited.has(typeId) === isUpdate);
  const failed = last.filter(({ typeId }) => limited.has(typeId) !== isUpdate);
  await documents.put(
    "associationLimit",
    written.map(({ typeId, maxToObjectIds }) => ({ key: String(typeId), document: { typeId, maxToObjectIds } })),
  );
  const errors = failed.map(({ typeId }) =>
    batchError(new Rejection(isUpdate ? "OBJECT_NOT_FOUND" : "CONFLICT", message, { context: { typeId: [String(typeId)] } })),
  );
  return batchResponse(status, context.now, shown(written, types), errors);
}

/** @throws Rejection when the token lacks a scope, or an input has a type that does not lead from one object type to the other */
async function endsWith(
  path: Path,
  { inputs }: { readonly inputs: readonly { readonly category: string; readonly typeId: number }[] },
  context: Context,
): Promise<Ends> {
  const ends = await accessedEnds(path, "write", context);
  const ids = inputs.map(({ category, typeId: id }, index) => ({ category, id, field: `inputs[${index}].typeId` }));
  rejectUnknownTypes(ends.between, ids);
  return ends;
}

async function shownLimits({ documents }: AccountStore, isShown: (type: AssociationType) => boolean): Promise<ShownLimit[]> {
  const limits = (await documents.list("associationLimit")).map(({ document }) => document);
  const sorted = limits.sort((one, other) => one.typeId - other.typeId);
  return shown(sorted, await associationTypesOf(documents), isShown);
}

function shown(
  limits: readonly AssociationLimit[],
  types: AssociationTypes,
  isShown: (type: AssociationType) => boolean = () => true,
): ShownLimit[] {
  return limits.flatMap(({ typeId, maxToObjectIds }) => {
    const type = types.withId(typeId);
    if (!type || !isShown(type)) return [];
    const label = type.label === null ? {} : { label: type.label };
    return [{ category: categoryOf(type), typeId, ...label, userEnforcedMaxToObjectIds: maxToObjectIds }];
  });
}
