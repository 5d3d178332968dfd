import type { AssociationSpec, AssociationType as ShownType } from "@crm-platform/types";
import { problemOf, rejectIfAny } from "../common/problems.ts";
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

interface Identified {
  readonly category: string;
  readonly id: number;
  readonly field: string;
}

export function rejectUnknownTypes(types: readonly AssociationType[], ids: readonly Identified[]): void {
  const expectation = "must be the id of an association type of this category from fromObjectType to toObjectType";
  const isKnown = ({ category, id }: Identified) => types.some((type) => type.id === id && categoryOf(type) === category);
  const unknown = ids.filter((one) => !isKnown(one));
  rejectIfAny(unknown.map(({ field, id }) => problemOf(field, "associationType", expectation, id)));
}

/** @param field the path of the list; empty if the body is the list */
export function identified(specs: readonly AssociationSpec[], field: string): Identified[] {
  return specs.map(({ associationCategory: category, associationTypeId: id }, index) => {
    return { category, id, field: `${field}[${index}].associationTypeId` };
  });
}
