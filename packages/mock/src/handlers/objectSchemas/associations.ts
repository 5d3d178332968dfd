import type { ObjectSchemaAssociation } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { DocumentStore } from "../../store/documents/documentStore.ts";
import type { AssociationLabel } from "../../store/documents/documents.ts";
import { associationTypesOf, typeNamed, unlabeledType } from "../associations/associationTypes.ts";
import { deleteTypes, nextId, putLabels } from "../associations/labels.ts";
import { present } from "../common/present.ts";
import { existing, invalidValue } from "../common/problems.ts";
import { timestampOf } from "../common/timestamps.ts";
import type { ObjectType } from "../records/objectTypes.ts";

/** Returns the unlabeled association types that start or end at a custom object type. */
export async function unlabeledTypesOf(typeId: string, documents: DocumentStore): Promise<AssociationLabel[]> {
  const labels = (await documents.list("associationLabel")).map(({ document }) => document);
  return labels.filter((one) => one.label === null && isOfType(one, typeId)).sort((one, other) => one.id - other.id);
}

function isOfType({ fromType, toType }: AssociationLabel, typeId: string): boolean {
  return fromType === typeId || toType === typeId;
}

export function shownAssociation({ id, name, fromType, toType, createdAt }: AssociationLabel): ObjectSchemaAssociation {
  return {
    id: String(id),
    fromObjectTypeId: fromType,
    toObjectTypeId: toType,
    name,
    ...present({ createdAt, updatedAt: createdAt }),
  };
}

/**
 * Allows associations between two object types. @param name default: the names of both types
 * @throws Rejection when they are allowed already, or when a label has the name
 */
export async function createUnlabeledType(
  from: ObjectType,
  to: ObjectType,
  { store, now }: Context,
  name?: string,
): Promise<ObjectSchemaAssociation> {
  const types = await associationTypesOf(store.documents);
  const between = types.between(from.typeId, to.typeId);
  if (unlabeledType(between)) {
    const expectation = `must be an object type that has no unlabeled association type with ${from.typeId}`;
    throw invalidValue("toObjectTypeId", "associationType", expectation, to.typeId);
  }
  const thereName = name ?? `${from.internalName}_to_${to.internalName}`;
  const backName = name ?? `${to.internalName}_to_${from.internalName}`;
  if (typeNamed(between, thereName) ?? typeNamed(types.between(to.typeId, from.typeId), backName)) {
    throw invalidValue("name", "taken", "must not be the name of another association type between the object types", thereName);
  }
  const id = await nextId(store, types);
  const isOwnInverse = from.typeId === to.typeId;
  const inverse = isOwnInverse ? id : await nextId(store, types);
  const fields = { label: null, createdAt: timestampOf(now) };
  const there = { id, name: thereName, fromType: from.typeId, toType: to.typeId, inverse, ...fields };
  const back = { id: inverse, name: backName, fromType: to.typeId, toType: from.typeId, inverse: id, ...fields };
  await putLabels(store, isOwnInverse ? [there] : [there, back]);
  return shownAssociation(there);
}

/** @throws Rejection when the object type has no unlabeled association type with this id */
export async function deleteUnlabeledType(typeId: string, id: string, store: AccountStore): Promise<void> {
  const types = await unlabeledTypesOf(typeId, store.documents);
  const type = existing(
    types.find((one) => String(one.id) === id),
    "The object type has no association type with this id.",
  );
  const ids = [...new Set([type.id, type.inverse])];
  await store.associations.remove(await store.associations.ofTypes(ids));
  await deleteTypes(store, ids);
}

/** Deletes all association types of an object type, including labels. */
export async function deleteTypesOf(typeId: string, { documents }: AccountStore): Promise<void> {
  const labels = await documents.list("associationLabel");
  const own = labels.filter(({ document }) => isOfType(document, typeId));
  await deleteTypes(
    { documents },
    own.map(({ document }) => document.id),
  );
}
