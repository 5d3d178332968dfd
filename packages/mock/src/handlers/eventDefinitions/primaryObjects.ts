import type { Problem } from "../../contract/message.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import { problemOf } from "../common/problems.ts";
import { isCustomId, objectTypeOf, objectTypesNamed } from "../records/objectTypes.ts";

export const noObject = "NO_OBJECT";
const maxNameLength = 100;

/** The type ids of the objects in `objectTypes.ts` are documented for a similar API; the others are assumed. */
const typeIds: ReadonlyMap<string, string> = new Map([
  ["APPOINTMENT", "0-421"],
  ["COMPANY", "0-2"],
  ["CONTACT", "0-1"],
  ["COURSE", "0-410"],
  ["DEAL", "0-3"],
  ["LEAD", "0-136"],
  ["LISTING", "0-420"],
  ["ORDER", "0-123"],
  ["PROJECT", "0-970"],
  ["SERVICE", "0-162"],
  ["TICKET", "0-5"],
]);

/** Also finds the custom object types of an account by their names. A definition can name one that does not exist. */
export async function primaryObjectIdIn(store: AccountStore, primaryObject: string): Promise<string | undefined> {
  return primaryObjectIdOf(primaryObject) ?? (await objectTypesNamed([primaryObject], store))(primaryObject)?.typeId;
}

/** Returns `undefined` for the name of a custom object. */
export function primaryObjectIdOf(primaryObject: string): string | undefined {
  return typeIds.get(primaryObject) ?? objectTypeOf(primaryObject)?.typeId;
}

const names: ReadonlyMap<string, string> = new Map([...typeIds].map(([name, typeId]) => [typeId, name]));

/** The inverse of `primaryObjectIdOf`. Returns a type id without a name, or the name of a custom object, unchanged. */
export function primaryObjectOf(objectType: string): string {
  return names.get(objectType) ?? objectType;
}

/** Returns the name as the platform's description writes it. The service accepts its names in any letter case. */
export function describedName(primaryObject: string): string {
  const upperCase = primaryObject.toUpperCase();
  return upperCase === noObject || typeIds.has(upperCase) ? upperCase : primaryObject;
}

/** Accepts any name as the name of a custom object, except other names of the platform's types. */
export function primaryObjectProblems(primaryObject: string): Problem[] {
  if (primaryObject.length > maxNameLength) {
    return [problemOf("primaryObject", "maxLength", `must not have more than ${maxNameLength} characters`, primaryObject)];
  }
  if (primaryObject === noObject || typeIds.has(primaryObject) || isCustom(primaryObject)) return [];
  const choices = [...typeIds.keys(), noObject].join(", ");
  return [problemOf("primaryObject", "enum", `must be one of ${choices}, or the name of a custom object`, primaryObject)];
}

function isCustom(name: string): boolean {
  if (name === "") return false;
  const type = objectTypeOf(name);
  return type === undefined || isCustomId(type.typeId);
}
