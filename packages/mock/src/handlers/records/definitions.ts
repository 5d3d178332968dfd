import type { PropertyDefinition, RecordStore } from "../../store/store.ts";
import { builtInProperties } from "./builtInProperties.ts";

export type Definitions = ReadonlyMap<string, PropertyDefinition>;

/** Returns properties keyed by name, without archived properties. @param names the properties that the caller needs; default: all */
export async function definitionsOf(records: RecordStore, objectType: string, names?: readonly string[]): Promise<Definitions> {
  const builtIn = builtInProperties(objectType);
  if (names?.every((name) => builtIn.has(name))) return builtIn;
  const all = await allDefinitions(records, objectType, names);
  return new Map([...all].filter(([, { archivedAt }]) => archivedAt === undefined));
}

/** Returns properties keyed by name: first the built-in ones, then the others by name. Includes archived properties. */
export async function allDefinitions(records: RecordStore, objectType: string, names?: readonly string[]): Promise<Definitions> {
  const builtIn = builtInProperties(objectType);
  const definitions = new Map(builtIn);
  for (const property of await records.properties(objectType, names)) {
    // The only change that an account can make to a built-in property is to make it unique.
    const { unique } = property;
    const known = builtIn.get(property.name);
    definitions.set(property.name, known ? { ...known, unique } : property);
  }
  return definitions;
}

export function isReadOnly({ readOnly = false, fieldType }: PropertyDefinition): boolean {
  return readOnly || fieldType === "calculation_equation";
}
