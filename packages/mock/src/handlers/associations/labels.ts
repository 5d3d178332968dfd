import type { AssociationType as ShownType } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { Problem } from "../../contract/message.ts";
import type { AssociationLabel } from "../../store/documents.ts";
import type { AccountStore } from "../../store/store.ts";
import { problemOf, rejectIfAny } from "../common/problems.ts";
import type { Run } from "../handlers.ts";
import type { ObjectType } from "../records/objectTypes.ts";
import { type AssociationTypes, associationTypesOf, bothDirections, defaultAssociationTypes, unlabeledType } from "./associationTypes.ts";
import { accessedTypes } from "./rejections.ts";
import { shownType } from "./specs.ts";

/** The limit applies per account and pair of object types. */
const maxLabels = 10;

/** Greater than the ids of default types; ids are 32-bit integers. */
const firstId = 1001;
const idCount = 2_000_000_000;

export const listLabels: Run<"associations.listLabels"> = async ({ path }, context) => {
  const { from, to } = accessedTypes(path, "read", context);
  const { store } = context;
  const types = (await associationTypesOf(store.documents)).between(from.typeId, to.typeId);
  return { status: 200, body: { results: types.map(shownType).sort((one, other) => one.typeId - other.typeId) } };
};

export const createLabel: Run<"associations.createLabel"> = async ({ path, body }, context) => {
  const { from, to } = accessedTypes(path, "write", context);
  const { store } = context;
  const { id, inverse } = await defineLabel(store, from, to, body);
  const results: ShownType[] = [{ category: "USER_DEFINED", typeId: id, label: body.label }];
  if (body.inverseLabel !== undefined) results.push({ category: "USER_DEFINED", typeId: inverse, label: body.inverseLabel });
  return { status: 200, body: { results } };
};

export interface NewLabel {
  readonly name: string;
  readonly label: string;
  readonly inverseLabel?: string;
}

/** @throws Rejection when a name is in use, or the object types have too many labels */
export async function defineLabel(store: AccountStore, from: ObjectType, to: ObjectType, given: NewLabel): Promise<AssociationLabel> {
  const { name, label, inverseLabel } = given;
  const types = await associationTypesOf(store.documents);
  const there = { fromType: from.typeId, toType: to.typeId };
  const back = { fromType: to.typeId, toType: from.typeId };
  const inverseName = inverseLabel === undefined ? name : `${name}_inverse`;
  const taken = types.named(from.typeId, to.typeId, name) ?? types.named(to.typeId, from.typeId, inverseName);
  if (taken) rejectIfAny([problemOf("name", "taken", "must result in names that no association type between the object types has", name)]);
  const labels = (await store.documents.list("associationLabel")).map(({ document }) => document);
  if (labelsBetween(labels, there) >= maxLabels) throw tooManyLabels();
  const id = await nextId(store, types);
  const isOwnInverse = inverseLabel === undefined && from.typeId === to.typeId;
  const inverse = isOwnInverse ? id : await nextId(store, types);
  const created = { id, name, label, ...there, inverse };
  const opposite = { id: inverse, name: inverseName, label: inverseLabel ?? label, ...back, inverse: id };
  await putLabels(store, isOwnInverse ? [created] : [created, opposite]);
  return created;
}

export const updateLabel: Run<"associations.updateLabel"> = async ({ path, body }, context) => {
  const { from, to } = accessedTypes(path, "write", context);
  const { store } = context;
  const { associationTypeId: id } = body;
  const directions = await labelWith(store, from, to, id);
  if (!directions)
    return rejected(
      problemOf("associationTypeId", "associationType", "must be the type id of a label that the account created for the object types", id),
    );
  await renameLabel(store, directions, body);
  return { status: 204 };
};

/** The second direction is absent if it has the same id as the first. */
export type Directions = readonly [AssociationLabel, AssociationLabel | undefined];

/** @throws Rejection for an inverse label if the label is the same in both directions */
export async function renameLabel(
  store: AccountStore,
  [there, back]: Directions,
  { label, inverseLabel }: Pick<NewLabel, "label" | "inverseLabel">,
): Promise<void> {
  const isPair = back !== undefined && back.name !== there.name;
  if (inverseLabel !== undefined && !isPair)
    rejectIfAny([
      problemOf("inverseLabel", "inverseLabel", "must be absent for a label that is the same in both directions", inverseLabel),
    ]);
  const inverse = isPair ? inverseLabel : label;
  await putLabels(store, [{ ...there, label }, ...(back && inverse !== undefined ? [{ ...back, label: inverse }] : [])]);
}

export const deleteLabel: Run<"associations.deleteLabel"> = async ({ path }, context) => {
  const { from, to } = accessedTypes(path, "write", context);
  const { store } = context;
  const id = path.associationTypeId;
  if (defaultAssociationTypes.withId(id))
    return rejected(problemOf("associationTypeId", "custom", "must be the type id of a label that the account created", id));
  const directions = await labelWith(store, from, to, id);
  if (!directions) throw new Rejection("OBJECT_NOT_FOUND", "No label of the object types has this type id.");
  await removeLabel(store, directions);
  return { status: 204 };
};

/** Records associated by the label stay associated by the unlabeled type. */
export async function removeLabel(store: AccountStore, directions: Directions): Promise<void> {
  const [{ id, fromType, toType }] = directions;
  const ids = directions.flatMap((direction) => direction?.id ?? []);
  const links = await store.associations.ofTypes(ids);
  const types = await associationTypesOf(store.documents);
  const unlabeled = unlabeledType(types.between(fromType, toType));
  const kept = links.filter(({ typeId }) => typeId === id);
  if (unlabeled) await store.associations.add(kept.flatMap(({ fromId, toId }) => bothDirections(unlabeled, fromId, toId)));
  await store.associations.remove(links);
  for (const one of ids) {
    await store.documents.delete("associationLabel", String(one));
    await store.documents.delete("associationLimit", String(one));
  }
}

async function labelWith(store: AccountStore, from: ObjectType, to: ObjectType, id: number): Promise<Directions | undefined> {
  const directions = await directionsOf(store, id);
  const [there] = directions ?? [];
  return there?.fromType === from.typeId && there.toType === to.typeId ? directions : undefined;
}

/** Returns both directions of a label. The direction with the given id comes first. */
export async function directionsOf({ documents }: AccountStore, id: number): Promise<Directions | undefined> {
  const there = await documents.get("associationLabel", String(id));
  if (!there) return undefined;
  return [there, there.inverse === id ? undefined : await documents.get("associationLabel", String(there.inverse))];
}

function putLabels({ documents }: AccountStore, labels: readonly AssociationLabel[]): Promise<void> {
  return documents.put(
    "associationLabel",
    labels.map((label) => ({ key: String(label.id), document: label })),
  );
}

/** Numbers are never reused, so neither are the ids of deleted labels. Seeded labels can have any id. */
async function nextId(store: AccountStore, types: AssociationTypes): Promise<number> {
  for (;;) {
    const id = firstId + ((await store.nextNumber()) % idCount);
    if (!types.withId(id)) return id;
  }
}

/** A pair of labels between records of the same type counts once. */
function labelsBetween(labels: readonly AssociationLabel[], { fromType, toType }: Pick<AssociationLabel, "fromType" | "toType">): number {
  const between = labels.filter((label) => label.fromType === fromType && label.toType === toType);
  return fromType === toType ? between.filter(({ id, inverse }) => id <= inverse).length : between.length;
}

function tooManyLabels(): Rejection {
  return new Rejection("VALIDATION_ERROR", `The object types already have ${maxLabels} labels, which is the maximum. Delete one first.`);
}

function rejected(problem: Problem): never {
  rejectIfAny([problem]);
  throw new Error("unreachable");
}
