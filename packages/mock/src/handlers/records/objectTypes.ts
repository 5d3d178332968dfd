import { objectTypes as data } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import type { AccountStore } from "../../store/accountStore.ts";
import type { StoredObjectSchema } from "../../store/documents/documents.ts";
import { problemOf } from "../common/problems.ts";

export interface ObjectType {
  /** The id of the type, for example `0-5`. */
  readonly typeId: string;
  readonly plural: string;
  readonly singular: string;
  /** Used in responses and in names of association types. */
  readonly internalName: string;
  /** Present if the type is custom. */
  readonly schema?: StoredObjectSchema;
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

/** Finds a type by its stored id, or a built-in type by its name, ignoring case. Accepts the id of any custom type, `2-<n>`. */
export function objectTypeOf(name: string): ObjectType | undefined {
  return builtInType(name) ?? (isCustomId(name) ? objectType(name, name, name) : undefined);
}

/** Ignores case. */
export function builtInType(name: string): ObjectType | undefined {
  return byName.get(name.toLowerCase());
}

export function isCustomId(typeId: string): boolean {
  return /^2-[1-9]\d{0,14}$/.test(typeId);
}

export type ObjectTypes = (name: string) => ObjectType | undefined;

/** Returns a function that finds the named types of an account. Reads the custom types only if a name is not that of a built-in type. */
export async function objectTypesNamed(
  names: readonly string[],
  store: Pick<AccountStore, "accountId" | "documents">,
): Promise<ObjectTypes> {
  if (names.every((name) => builtInType(name) !== undefined)) return builtInType;
  const schemas = await store.documents.list("objectSchema");
  return objectTypesWith(
    schemas.map(({ document }) => document),
    store.accountId,
  );
}

/** Finds built-in types, and custom ones that were not deleted, by id, name or fully qualified name. Ignores case. */
export function objectTypesWith(schemas: readonly StoredObjectSchema[], accountId: number): ObjectTypes {
  const custom = schemas.filter(({ archived }) => !archived).map((schema) => customType(schema, accountId));
  const customByName = new Map(
    custom.flatMap((type) => [type.typeId, type.singular, type.plural].map((name) => [name.toLowerCase(), type])),
  );
  return (name) => builtInType(name) ?? customByName.get(name.toLowerCase());
}

export function customType(schema: StoredObjectSchema, accountId: number): ObjectType {
  const { objectTypeId, name } = schema;
  return { typeId: objectTypeId, plural: fullyQualifiedName(accountId, name), singular: name, internalName: name, schema };
}

/** Returns the names that requests can use for a custom object type, in lower case, because case is ignored. */
export function schemaNames(name: string, accountId: number): string[] {
  return [name, fullyQualifiedName(accountId, name)].map((one) => one.toLowerCase());
}

export function fullyQualifiedName(accountId: number, name: string): string {
  return `p${accountId}_${name}`;
}

export const anObjectType = "an object type: its plural or singular name, or its type id";

/** Whether a custom type names the property, for example as a required one. */
export function isNamedBy({ schema }: ObjectType, property: string): boolean {
  if (!schema) return false;
  const { primaryDisplayProperty, secondaryDisplayProperties, requiredProperties, searchableProperties } = schema;
  return [primaryDisplayProperty, ...secondaryDisplayProperties, ...requiredProperties, ...searchableProperties].includes(property);
}

/** @param names the names to check, keyed by their fields */
export function objectTypeProblems(names: Readonly<Record<string, string>>, typeNamed: ObjectTypes): Problem[] {
  return Object.entries(names).flatMap(([field, name]) =>
    typeNamed(name) ? [] : [problemOf(field, "objectType", `must be ${anObjectType}`, name)],
  );
}

/** Returns the words for messages, for example `line item` and `line items`. */
export function wordsFor({ typeId, singular, plural }: ObjectType): { readonly one: string; readonly many: string } {
  if (isCustomId(typeId)) return { one: "record", many: "records" };
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
