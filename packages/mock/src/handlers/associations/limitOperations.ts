import type { AssociationLimit as ShownLimit } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Context } from "../../platform/context.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { AssociationLimit } from "../../store/documents/documents.ts";
import { type BatchResponse, batchError, batchResponse, completion } from "../common/batch.ts";
import type { Run, RunWith } from "../handlers.ts";
import { canRead } from "../records/scopes.ts";
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
  putLimits(ends, body, context, 201);

export const batchUpdateLimits: RunWith<Ends, "associations.batchUpdateLimits"> = (ends, { body }, context) =>
  putLimits(ends, body, context, 200);

export const batchDeleteLimits: RunWith<Ends, "associations.batchDeleteLimits"> = async (ends, { body }, context) => {
  rejectUnknown(ends, body);
  for (const { typeId } of body.inputs) await context.store.documents.delete("associationLimit", String(typeId));
  return { status: 200, body: completion(context.now) };
};

async function putLimits<Status extends 200 | 201>(
  ends: Ends,
  body: Body,
  context: Context,
  status: Status,
): Promise<BatchResponse<Status, ShownLimit>> {
  const { documents } = context.store;
  const isUpdate = status === 200;
  rejectUnknown(ends, body);
  const limitedTypeIds = new Set((await documents.list("associationLimit")).map(({ document }) => document.typeId));
  // The last of several inputs for the same type wins.
  const last = [...new Map(body.inputs.map((input) => [input.typeId, input])).values()];
  const limits = last.filter(({ typeId }) => limitedTypeIds.has(typeId) === isUpdate);
  const failedInputs = last.filter(({ typeId }) => limitedTypeIds.has(typeId) !== isUpdate);
  await documents.put(
    "associationLimit",
    limits.map(({ typeId, maxToObjectIds }) => ({ key: String(typeId), document: { typeId, maxToObjectIds } })),
  );
  const errors = failedInputs.map(({ typeId }) => batchError(isUpdate ? noLimit(typeId) : limitTaken(typeId)));
  return batchResponse(status, context.now, describeLimits(limits, ends.types), errors);
}

function noLimit(typeId: number): Rejection {
  return new Rejection("OBJECT_NOT_FOUND", "This association type has no limit.", { context: { typeId: [String(typeId)] } });
}

function limitTaken(typeId: number): Rejection {
  return new Rejection("CONFLICT", "This association type already has a limit.", { context: { typeId: [String(typeId)] } });
}

function rejectUnknown({ between }: Ends, { inputs }: { readonly inputs: readonly Pick<ShownLimit, "category" | "typeId">[] }): void {
  const ids = inputs.map(({ category, typeId: id }, index) => ({ category, id, field: `inputs[${index}].typeId` }));
  rejectUnknownTypes(between, ids);
}

async function shownLimits({ documents }: AccountStore, isShown: (type: AssociationType) => boolean): Promise<ShownLimit[]> {
  const limits = (await documents.list("associationLimit")).map(({ document }) => document);
  limits.sort((one, other) => one.typeId - other.typeId);
  return describeLimits(limits, await associationTypesOf(documents), isShown);
}

function describeLimits(
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
