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

interface TypeReference {
  readonly category: string;
  readonly id: number;
  readonly field: string;
}

const maxListed = 10;

/** Returns the end of a message about an invalid type. Lists the account's own types first. */
export function validTypes(types: readonly AssociationType[], describe: (type: AssociationType) => string = idAndName): string {
  if (types.length === 0) return ", but the account has no such type";
  const more = types.length > maxListed ? ", …" : "";
  const customFirst = types.toSorted((one, other) => Number(other.custom) - Number(one.custom));
  return `. Valid types: ${customFirst.slice(0, maxListed).map(describe).join(", ")}${more}`;
}

function idAndName({ id, name, label }: AssociationType): string {
  return `${id} (${name ?? label ?? "unlabeled"})`;
}

export function rejectUnknownTypes(types: readonly AssociationType[], ids: readonly TypeReference[]): void {
  const isKnown = ({ category, id }: TypeReference) => types.some((type) => type.id === id && categoryOf(type) === category);
  const unknown = ids.filter((one) => !isKnown(one));
  if (unknown.length === 0) return;
  const valid = validTypes(types, (type) => `${categoryOf(type)} ${idAndName(type)}`);
  const expectation = `must be the id of an association type of this category from fromObjectType to toObjectType${valid}`;
  rejectIfAny(unknown.map(({ field, id }) => problemOf(field, "associationType", expectation, id)));
}

/** @param field the path of the list; empty if the body is the list */
export function typeReferences(specs: readonly AssociationSpec[], field: string): TypeReference[] {
  return specs.map(({ associationCategory: category, associationTypeId: id }, index) => {
    return { category, id, field: `${field}[${index}].associationTypeId` };
  });
}
