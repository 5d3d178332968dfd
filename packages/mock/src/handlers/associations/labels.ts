import type { AssociationType as ShownType } from "@crm-platform/types";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { AssociationLabel } from "../../store/documents/documents.ts";
import { existing, invalidValue } from "../common/problems.ts";
import type { RunWith } from "../handlers.ts";
import { type AssociationTypes, bothDirections, defaultAssociationTypes, typeNamed, unlabeledType } from "./associationTypes.ts";
import type { Ends } from "./ends.ts";
import { shownType } from "./specs.ts";

/** The limit applies per account and pair of object types. */
const maxLabels = 10;

/** This id is greater than the ids of default types. Ids are 32-bit integers. */
const firstId = 1001;
const idCount = 2_000_000_000;

export const listLabels: RunWith<Ends, "associations.listLabels"> = async ({ between }) => {
  return { status: 200, body: { results: between.map(shownType).sort((one, other) => one.typeId - other.typeId) } };
};

export const createLabel: RunWith<Ends, "associations.createLabel"> = async (ends, { body }, { store }) => {
  const { id, inverse } = await defineLabel(store, ends, body);
  const results: ShownType[] = [{ category: "USER_DEFINED", typeId: id, label: body.label }];
  if (body.inverseLabel !== undefined) results.push({ category: "USER_DEFINED", typeId: inverse, label: body.inverseLabel });
  return { status: 200, body: { results } };
};

interface NewLabel {
  readonly name: string;
  readonly label: string;
  readonly inverseLabel?: string;
}

/** @throws Rejection when a name is in use, or the object types have too many labels */
async function defineLabel(store: AccountStore, ends: Ends, { name, label, inverseLabel }: NewLabel): Promise<AssociationLabel> {
  const { types, fromType, toType } = ends;
  const there = { fromType, toType };
  const back = { fromType: toType, toType: fromType };
  const inverseName = inverseLabel === undefined ? name : `${name}_inverse`;
  if (typeNamed(ends.between, name) ?? typeNamed(types.between(toType, fromType), inverseName))
    throw invalidValue("name", "taken", "must not result in a name that an association type between the object types already has", name);
  // A pair of labels between records of the same type counts once.
  const labels = ends.between.filter((type) => type.custom && type.label !== null && (fromType !== toType || type.id <= type.inverse));
  if (labels.length >= maxLabels) {
    throw new Rejection("VALIDATION_ERROR", `The object types already have ${maxLabels} labels, which is the maximum. Delete one first.`);
  }
  const id = await nextId(store, types);
  const isOwnInverse = inverseLabel === undefined && fromType === toType;
  const inverse = isOwnInverse ? id : await nextId(store, types);
  const newLabel = { id, name, label, ...there, inverse };
  const opposite = { id: inverse, name: inverseName, label: inverseLabel ?? label, ...back, inverse: id };
  await putLabels(store, isOwnInverse ? [newLabel] : [newLabel, opposite]);
  return newLabel;
}

export const updateLabel: RunWith<Ends, "associations.updateLabel"> = async (ends, { body }, { store }) => {
  const { associationTypeId: id } = body;
  const directions = await labelWith(store, ends, id);
  const expectation = "must be the type id of a label that the account created for the object types";
  if (!directions) throw invalidValue("associationTypeId", "associationType", expectation, id);
  const [there, back] = directions;
  const { label, inverseLabel } = body;
  const isPair = back !== undefined && back.name !== there.name;
  if (inverseLabel !== undefined && !isPair)
    throw invalidValue("inverseLabel", "inverseLabel", "must be absent for a label that is the same in both directions", inverseLabel);
  const inverse = isPair ? inverseLabel : label;
  await putLabels(store, [{ ...there, label }, ...(back && inverse !== undefined ? [{ ...back, label: inverse }] : [])]);
  return { status: 204 };
};

/** Records associated by the label stay associated by the unlabeled type. */
export const deleteLabel: RunWith<Ends, "associations.deleteLabel"> = async (ends, { path: { associationTypeId: id } }, { store }) => {
  if (defaultAssociationTypes.withId(id))
    throw invalidValue("associationTypeId", "custom", "must be the type id of a label that the account created", id);
  const directions = existing(await labelWith(store, ends, id), "No label of the object types has this type id.");
  const ids = directions.flatMap((direction) => direction?.id ?? []);
  const links = await store.associations.ofTypes(ids);
  const unlabeled = unlabeledType(ends.between);
  const forwardLinks = links.filter(({ typeId }) => typeId === id);
  if (unlabeled) await store.associations.add(forwardLinks.flatMap(({ fromId, toId }) => bothDirections(unlabeled, fromId, toId)));
  await store.associations.remove(links);
  await deleteTypes(store, ids);
  return { status: 204 };
};

export async function deleteTypes({ documents }: Pick<AccountStore, "documents">, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await documents.delete("associationLabel", String(id));
    await documents.delete("associationLimit", String(id));
  }
}

/** The second direction is absent if it has the same id as the first. */
type Directions = readonly [AssociationLabel, AssociationLabel | undefined];

/** Returns both directions of a label of the object types. The direction with the given id comes first. */
async function labelWith({ documents }: AccountStore, { between }: Ends, id: number): Promise<Directions | undefined> {
  const there = between.some((type) => type.id === id && type.label !== null)
    ? await documents.get("associationLabel", String(id))
    : undefined;
  if (!there) return undefined;
  return [there, there.inverse === id ? undefined : await documents.get("associationLabel", String(there.inverse))];
}

export function putLabels({ documents }: AccountStore, labels: readonly AssociationLabel[]): Promise<void> {
  return documents.put(
    "associationLabel",
    labels.map((label) => ({ key: String(label.id), document: label })),
  );
}

/** Numbers are never reused, so neither are the ids of deleted labels. Seeded labels can have any id. */
export async function nextId(store: AccountStore, types: AssociationTypes): Promise<number> {
  for (;;) {
    const id = firstId + ((await store.nextNumber()) % idCount);
    if (!types.withId(id)) return id;
  }
}
