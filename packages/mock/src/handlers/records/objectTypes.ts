import { objectTypes as data } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import { problemOf } from "../common/problems.ts";

export interface ObjectType {
  /** The id of the type, for example `0-5`. */
  readonly typeId: string;
  readonly plural: string;
  readonly singular: string;
  /** Used in responses and in names of association types. */
  readonly internalName: string;
}

type Datum = Omit<ObjectType, "internalName"> & Partial<ObjectType>;
const objectTypes: readonly ObjectType[] = (data as readonly Datum[]).map(({ typeId, plural, singular, internalName }) =>
  objectType(typeId, plural, singular, internalName),
);

export const objectTypeNames: readonly string[] = objectTypes.map(({ plural }) => plural);

const byName: ReadonlyMap<string, ObjectType> = new Map(
  objectTypes.flatMap((type) => [type.plural, type.singular, type.internalName, type.typeId].map((name) => [name, type])),
);

export const companyType: string = typeIdOf("companies");

/** The types of activities, which the v1 interface calls engagements. */
export const activityTypeIds: readonly string[] = ["calls", "emails", "meetings", "notes", "tasks"].map(typeIdOf);

/** Ignores case. Custom types have only a type id, `2-<n>`. */
export function objectTypeOf(name: string): ObjectType | undefined {
  const type = byName.get(name.toLowerCase());
  if (type) return type;
  return /^2-[1-9]\d{0,14}$/.test(name) ? objectType(name, name, name) : undefined;
}

export const anObjectType = "an object type: its plural or singular name, or its type id";

/** @param names the names to check, keyed by their fields */
export function objectTypeProblems(names: Readonly<Record<string, string>>): Problem[] {
  return Object.entries(names).flatMap(([field, name]) =>
    objectTypeOf(name) ? [] : [problemOf(field, "objectType", `must be ${anObjectType}`, name)],
  );
}

/** Returns the words for messages, for example `line item` and `line items`. */
export function wordsFor({ typeId, singular, plural }: ObjectType): { readonly one: string; readonly many: string } {
  if (singular === typeId) return { one: "record", many: "records" };
  return { one: singular.replaceAll("_", " "), many: plural.replaceAll("_", " ") };
}

/** Returns the id of a custom type, because it has no name. */
export function pluralOf(typeId: string): string {
  return objectTypeOf(typeId)?.plural ?? typeId;
}

export function typeIdOf(name: string): string {
  return knownType(name).typeId;
}

/** For names in the code. */
export function knownType(name: string): ObjectType {
  const type = objectTypeOf(name);
  if (!type) throw new Error(`Unknown object type ${name}.`);
  return type;
}

function objectType(typeId: string, plural: string, singular: string, internalName: string = singular): ObjectType {
  return { typeId, plural, singular, internalName };
}
