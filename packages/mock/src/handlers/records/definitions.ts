import { maxPropertyNameLength, type PropertyDefinition, type RecordStore } from "../../store/records/recordStore.ts";
import { builtInProperties, isReserved } from "./builtInProperties.ts";

export type Definitions = ReadonlyMap<string, PropertyDefinition>;

/** Returns the properties that are not archived, keyed by name. @param names the properties that the caller needs; default: all */
export async function definitionsOf(records: RecordStore, objectType: string, names?: readonly string[]): Promise<Definitions> {
  const builtIn = builtInProperties(objectType);
  if (names?.every((name) => builtIn.has(name))) return builtIn;
  const all = await allDefinitions(records, objectType, names);
  return new Map([...all].filter(([, { archivedAt }]) => archivedAt === undefined));
}

/** Returns properties, including archived ones, keyed by name: first the built-in ones, then the others in the order of their names. */
export async function allDefinitions(records: RecordStore, objectType: string, names?: readonly string[]): Promise<Definitions> {
  const builtIn = builtInProperties(objectType);
  const definitions = new Map(builtIn);
  for (const property of await records.properties(objectType, names)) {
    // The only change that an account can make to a built-in property is to make it unique.
    const { unique } = property;
    const builtInDefinition = builtIn.get(property.name);
    definitions.set(property.name, builtInDefinition ? { ...builtInDefinition, unique } : property);
  }
  return definitions;
}

/**
 * Defines the properties that do not exist as strings, as a seed does. Names that cannot be defined remain undefined.
 * @returns the properties that are not archived, including the new ones
 */
export async function defineMissing(records: RecordStore, objectType: string, names: readonly string[]): Promise<Definitions> {
  const existing = await allDefinitions(records, objectType, names);
  const isDefinable = (name: string) => name !== "" && name.length <= maxPropertyNameLength && !isReserved(objectType, name);
  const missing = names.filter((name) => !existing.has(name) && isDefinable(name)).map((name) => ({ name, unique: false }));
  await records.defineProperties(objectType, missing);
  return new Map([...(await definitionsOf(records, objectType, names)), ...missing.map((property) => [property.name, property] as const)]);
}

export async function isUnique(records: RecordStore, objectType: string, property: string): Promise<boolean> {
  if (property === "hs_object_id") return true;
  return (await definitionsOf(records, objectType, [property])).get(property)?.unique ?? false;
}

export function isReadOnly({ readOnly = false, fieldType }: PropertyDefinition): boolean {
  return readOnly || fieldType === "calculation_equation";
}
