import { maxPropertyNameLength, type PropertyDefinition, type RecordStore } from "../../store/records/recordStore.ts";
import { builtInProperties, isReserved } from "./builtInProperties.ts";

export type Definitions = ReadonlyMap<string, PropertyDefinition>;

/** Returns the properties that are not archived, keyed by name. @param names the properties that the caller needs; default: all */
export async function definitionsOf(records: RecordStore, objectType: string, names?: readonly string[]): Promise<Definitions> {
  const all = await allDefinitions(records, objectType, names);
  return new Map([...all].filter(([, { archivedAt }]) => archivedAt === undefined));
}

/** Returns properties, including archived ones, keyed by name: first the built-in ones, then the others in the order of their names. */
export async function allDefinitions(records: RecordStore, objectType: string, names?: readonly string[]): Promise<Definitions> {
  const builtIn = builtInProperties(objectType);
  const definitions = new Map(names ? entriesOf(builtIn, names) : builtIn);
  for (const property of await records.properties(objectType, names)) {
    definitions.set(property.name, validDefinition(property, builtIn.get(property.name)));
  }
  return definitions;
}

function entriesOf(definitions: Definitions, names: readonly string[]): [string, PropertyDefinition][] {
  return names.flatMap((name) => {
    const definition = definitions.get(name);
    return definition ? [[name, definition] as [string, PropertyDefinition]] : [];
  });
}

/**
 * An account keeps a property that it defined before the property became built in. Otherwise, the only change that an account can make to a
 * built-in property is to make it unique.
 */
function validDefinition(stored: PropertyDefinition, builtIn: PropertyDefinition | undefined): PropertyDefinition {
  if (!builtIn) return stored;
  const isOwn = isDetailed(stored) && stored.archivedAt === undefined && isReplaceable(builtIn);
  return isOwn ? stored : { ...builtIn, unique: stored.unique };
}

/** Whether a definition contains more than a name and whether the property is unique. */
export function isDetailed(definition: PropertyDefinition): boolean {
  return Object.keys(definition).length > 2;
}

/** Whether an account may have its own property in place of a built-in one. */
export function isReplaceable({ unique, derivedFrom }: PropertyDefinition): boolean {
  return !unique && derivedFrom === undefined;
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

export function isReadOnly(definition: PropertyDefinition): boolean {
  return definition.readOnly === true || isCalculated(definition);
}

export function isCalculated({ fieldType = "" }: PropertyDefinition): boolean {
  return fieldType.startsWith("calculation_");
}
