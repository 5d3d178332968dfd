import type { AssociationSpec, AssociationType as ShownType } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import { problemOf } from "../common/problems.ts";
import type { AssociationType } from "./associationTypes.ts";

export function categoryOf({ custom }: AssociationType): ShownType["category"] {
  return custom ? "USER_DEFINED" : "SERVICE_DEFINED";
}

export function shownType(type: AssociationType): ShownType {
  return { category: categoryOf(type), typeId: type.id, label: type.label };
}

export function specOf(type: AssociationType): AssociationSpec {
  return { associationCategory: categoryOf(type), associationTypeId: type.id };
}

export function typeWith(types: readonly AssociationType[], category: string, id: number): AssociationType | undefined {
  return types.find((type) => type.id === id && categoryOf(type) === category);
}

/** @param field the path of the list in the body; empty if the body is the list */
export function specProblems(types: readonly AssociationType[], specs: readonly AssociationSpec[], field: string): Problem[] {
  return specs.flatMap(({ associationCategory, associationTypeId }, index) =>
    typeWith(types, associationCategory, associationTypeId) ? [] : [unknownType(`${field}[${index}].associationTypeId`, associationTypeId)],
  );
}

export function unknownType(field: string, id: number): Problem {
  return problemOf(
    field,
    "associationType",
    "must be the id of an association type of this category from fromObjectType to toObjectType",
    id,
  );
}

export function typesOf(types: readonly AssociationType[], specs: readonly AssociationSpec[]): AssociationType[] {
  return specs.flatMap(({ associationCategory, associationTypeId }) => typeWith(types, associationCategory, associationTypeId) ?? []);
}
