import type { PropertyDefinition, RecordStore } from "../../store/store.ts";
import { builtInProperties } from "./builtInProperties.ts";

export type Definitions = ReadonlyMap<string, PropertyDefinition>;

/** Keyed by name. Excludes archived properties. @param names the properties that the caller needs. Default: all properties */
export async function definitionsOf(records: RecordStore, objectType: string, names?: readonly string[]): Promise<Definitions> {
  const builtIn = builtInProperties(objectType);
  if (names?.every((name) => builtIn.has(name))) return builtIn;
  const all = await allDefinitions(records, objectType, names);
  return new Map([...all].filter(([, { archivedAt }]) => archivedAt === undefined));
}

/** Keyed by name: first the built-in properties, then the others in order of their names. Includes archived properties. */
export async function allDefinitions(records: RecordStore, objectType: string, names?: readonly string[]): Promise<Definitions> {
  const builtIn = builtInProperties(objectType);
  const definitions = new Map(builtIn);
  for (const property of await records.properties(objectType, names)) {
    // An account can only make a built-in property unique.
    const { unique } = property;
    const known = builtIn.get(property.name);
    definitions.set(property.name, known ? { ...known, unique } : property);
  }
  return definitions;
}

export function isReadOnly({ readOnly = false, fieldType }: PropertyDefinition): boolean {
  return readOnly || fieldType === "calculation_equation";
}
