import type { AssociationReadBatchV3, AssociationReadInputV3, operations, RecordAssociationsV3, StandardError } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { Context } from "../../platform/context.ts";
import type { RequestOf, ResultOf } from "../../platform/handler.ts";
import type { Link } from "../../store/store.ts";
import { completed } from "../common/batch.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import { type ObjectType, typeIdOf } from "../records/objectTypes.ts";
import { currentIds } from "../records/recyclingBin.ts";
import { type AssociationType, associationTypesOf } from "./associationTypes.ts";
import { linksAfter } from "./linksAfter.ts";
import { enoughForPage, isCursor, pageOf, startOf } from "./paging.ts";
import { objectTypesOf } from "./rejections.ts";

type Operation = operations["associationsV3.batchRead"];

const companyType = typeIdOf("companies");

/** A record without associations has no result, but its own error (behaviour.md, 5). */
export async function batchRead({ path, body }: RequestOf<Operation>, { store, now }: Context): Promise<ResultOf<Operation>> {
  const { from, to } = objectTypesOf(path);
  rejectIfAny(body.inputs.flatMap(cursorProblems));
  const types = await associationTypesOf(store.documents);
  const all = types.between(from.typeId, to.typeId);
  const names = shownNames(all);
  const shown = all.filter((type) => names.has(type.id));
  const current = await currentIds(
    store.records,
    from.typeId,
    body.inputs.map((input) => input.id),
  );
  const inputs = distinct(body.inputs).filter(({ id }) => current.has(id));
  const starts = inputs.map(({ id, after }) => ({ id, after: startOf(after) }));
  const links = await linksAfter(store, shown, starts, enoughForPage);
  const associated = new Set(inputs.filter((_, index) => links[index]?.length).map(({ id }) => id));
  // A record without associations after its cursor may still have associations before it.
  const doubtful = inputs.filter(({ id, after }) => after !== undefined && !associated.has(id));
  const before = await linksAfter(
    store,
    shown,
    doubtful.map(({ id }) => ({ id, after: 0 })),
    1,
  );
  for (const [index, { id }] of doubtful.entries()) if (before[index]?.length) associated.add(id);
  const results = inputs.flatMap(({ id, after }, index) =>
    associated.has(id) ? [associationsOf(id, links[index] ?? [], names, after)] : [],
  );
  const without = new Set(body.inputs.map((input) => input.id).filter((id) => !associated.has(id)));
  const batch: AssociationReadBatchV3 = { ...completed(now), results };
  if (without.size === 0) return { status: 200, body: batch };
  const errors = [...without].map((id) => noAssociations(id, from, to));
  return { status: 207, body: { ...batch, numErrors: errors.length, errors } };
}

/** For companies, only the primary type is shown (description, Limits). If there is no primary type, all types are shown (assumed). */
function shownNames(types: readonly AssociationType[]): Map<number, string> {
  const primary = types.filter((type) => type.toType === companyType && type.unlabeled !== undefined);
  const shown = primary.length > 0 ? primary : types;
  return new Map(shown.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}

function associationsOf(id: string, links: readonly Link[], names: ReadonlyMap<number, string>, after?: string): RecordAssociationsV3 {
  const { page, next } = pageOf(links, after);
  const to = page.map((link) => ({ id: link.toId, type: names.get(link.typeId) ?? "" }));
  return { from: { id }, to, ...(next === undefined ? {} : { paging: { next: { after: next } } }) };
}

/** Removes repeated inputs, because other batches also return the result for a repeated id once (assumed). */
function distinct(inputs: readonly AssociationReadInputV3[]): AssociationReadInputV3[] {
  return [...new Map(inputs.map((input) => [`${input.id} ${input.after ?? ""}`, input])).values()];
}

function cursorProblems({ after }: AssociationReadInputV3, index: number): Problem[] {
  if (after === undefined || isCursor(after)) return [];
  return [problemOf(`inputs[${index}].after`, "cursor", "must be the value of paging.next.after in a response", after)];
}

function noAssociations(id: string, from: ObjectType, to: ObjectType): StandardError {
  return {
    status: "404",
    category: "OBJECT_NOT_FOUND",
    subCategory: "crm.associations.NO_ASSOCIATIONS_FOUND",
    message: `The ${from.singular} has no associated ${to.singular}.`,
    context: { fromObjectId: [id], fromObjectType: [from.internalName], toObjectType: [to.internalName] },
    errors: [],
    links: {},
  };
}
