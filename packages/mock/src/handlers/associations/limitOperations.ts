import type { AssociationLimit as ShownLimit } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import type { AssociationLimit } from "../../store/documents.ts";
import type { AccountStore } from "../../store/store.ts";
import { type BatchResponse, batchError, batchResponse, completed } from "../common/batch.ts";
import type { Run, RunWith } from "../handlers.ts";
import { canRead } from "../records/access.ts";
import { type AssociationType, type AssociationTypes, associationTypesOf } from "./associationTypes.ts";
import type { Ends } from "./ends.ts";
import { categoryOf, rejectUnknownTypes } from "./specs.ts";

type Body = Parameters<RunWith<Ends, "associations.batchCreateLimits">>[1]["body"];

export const listAllLimits: Run<"associations.listAllLimits"> = async (_, context) => {
  const isReadable = ({ fromType, toType }: AssociationType) => [fromType, toType].every((type) => canRead(type, context));
  return { status: 200, body: { results: await shownLimits(context.store, isReadable) } };
};

export const listLimits: RunWith<Ends, "associations.listLimits"> = async ({ between }, _, { store }) => {
  return { status: 200, body: { results: await shownLimits(store, (type) => between.some(({ id }) => id === type.id)) } };
};

export const batchCreateLimits: RunWith<Ends, "associations.batchCreateLimits"> = (ends, { body }, context) =>
  putLimits(ends, body, context, { status: 201, isUpdate: false, message: "This association type already has a limit." });

export const batchUpdateLimits: RunWith<Ends, "associations.batchUpdateLimits"> = (ends, { body }, context) =>
  putLimits(ends, body, context, { status: 200, isUpdate: true, message: "This association type has no limit." });

export const batchDeleteLimits: RunWith<Ends, "associations.batchDeleteLimits"> = async (ends, { body }, context) => {
  rejectUnknown(ends, body);
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
  ends: Ends,
  body: Body,
  context: Context,
  { status, isUpdate, message }: Put<Status>,
): Promise<BatchResponse<Status, ShownLimit>> {
  const { documents } = context.store;
  rejectUnknown(ends, body);
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
  return batchResponse(status, context.now, shown(written, ends.types), errors);
}

/** @throws Rejection when an input has a type that does not lead from one object type to the other */
function rejectUnknown({ between }: Ends, { inputs }: { readonly inputs: readonly Pick<ShownLimit, "category" | "typeId">[] }): void {
  const ids = inputs.map(({ category, typeId: id }, index) => ({ category, id, field: `inputs[${index}].typeId` }));
  rejectUnknownTypes(between, ids);
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
