import type { BuiltInGroups, BuiltInRow, Formula } from "../../contract/builtInProperties.ts";
import { builtInGroups } from "../../generated/builtInProperties.ts";
import type { PropertyDefinition, PropertyOption, PropertyType } from "../../store/records/recordStore.ts";
import type { SearchField } from "../../store/search/search.ts";
import { type Compute, compile } from "./formulas.ts";
import { mergedIntoProperty } from "./mergedRecords.ts";
import { pluralOf } from "./objectTypes.ts";

export const defaultFieldTypes: Readonly<Record<PropertyType, string>> = {
  string: "text",
  number: "number",
  date: "date",
  datetime: "date",
  bool: "booleancheckbox",
  enumeration: "select",
  phone_number: "phonenumber",
  json: "text",
  object_coordinates: "text",
};

interface TypeProperties {
  readonly definitions: ReadonlyMap<string, PropertyDefinition>;
  readonly defaultGroup: string;
  /** The names are sorted. */
  readonly alwaysReturned: readonly string[];
  readonly returnedByDefault: readonly string[];
  readonly searched: readonly string[];
  readonly withDefault: readonly BuiltInRow[];
  readonly calculated: ReadonlyMap<string, CalculatedProperty>;
  readonly fields: ReadonlyMap<string, SearchField>;
  readonly ids: readonly string[];
}

export interface CalculatedProperty {
  readonly name: string;
  readonly type?: string | undefined;
  readonly formula: Formula;
  readonly compute: Compute;
  /** Whether every record has the same value. */
  readonly isConstant: boolean;
}

const propertiesByType = new Map<string, TypeProperties>();

/** Parses the properties of a type on first use. */
function propertiesOf(objectType: string): TypeProperties {
  const plural = pluralOf(objectType);
  const key = Object.hasOwn(builtInGroups, plural) ? plural : allTypes;
  const parsed = propertiesByType.get(key);
  if (parsed) return parsed;
  const properties = parse(key);
  propertiesByType.set(key, properties);
  return properties;
}

/** The key of the properties that every object type has. */
const allTypes = "all";

function parse(key: string): TypeProperties {
  const [[defaultGroup = "", shared = []] = []] = Object.entries(groupsOf(allTypes));
  const own = key === allTypes ? {} : groupsOf(key);
  const group = Object.keys(own)[0] ?? defaultGroup;
  const grouped = [
    ...shared.map((row) => [group, row] as const),
    ...Object.entries(own).flatMap(([name, rows]) => rows.map((row) => [name, row] as const)),
  ];
  const rows = grouped.map(([, row]) => row);
  const namesOf = (selected: readonly BuiltInRow[]) => selected.map(({ name }) => name).sort();
  const byName = new Map(rows.map((row) => [row.name, row]));
  // A property of the type takes the place of the property of all types that contains the same field.
  const always = new Map(rows.filter(({ returned }) => returned === "always").map((row) => [row.from ?? row.name, row]));
  return {
    definitions: new Map(grouped.map(([groupName, row]) => [row.name, definitionOf(row, groupName)])),
    defaultGroup: group,
    alwaysReturned: namesOf([...always.values()]),
    returnedByDefault: namesOf(rows.filter(({ returned }) => returned === "default")),
    searched: namesOf(rows.filter(({ searched }) => searched)),
    withDefault: rows.filter((row) => !isCalculatedRow(row) && (row.default !== undefined || row.defaultFrom !== undefined)),
    calculated: new Map([...byName.values()].filter(isCalculatedRow).map((row) => [row.name, calculatedProperty(row)])),
    ids: namesOf(rows.filter(({ from }) => from === "id")),
    fields: new Map([...byName.values()].flatMap(({ name, from }) => (from ? [[name, from]] : []))),
  };
}

/** Requests cannot change the default of a read-only property, so it is not stored either. */
function isCalculatedRow(row: BuiltInRow): boolean {
  return row.formula !== undefined || (row.readOnly === true && row.default !== undefined);
}

function calculatedProperty({ name, type, formula, default: constant }: BuiltInRow): CalculatedProperty {
  if (formula === undefined) return { name, type, formula: 0, compute: () => constant, isConstant: true };
  return { name, type, formula, compute: compile(formula), isConstant: typeof formula === "number" };
}

function groupsOf(key: string): BuiltInGroups {
  return JSON.parse(builtInGroups[key] ?? "{}") as BuiltInGroups;
}

function definitionOf(row: BuiltInRow, groupName: string): PropertyDefinition {
  const { name, label = name, type = "string", unique = false, readOnly, from, writable, options } = row;
  const propertyType = type as PropertyType;
  return {
    name,
    label,
    type: propertyType,
    fieldType: row.fieldType ?? defaultFieldTypes[propertyType],
    groupName,
    unique,
    isBuiltIn: true,
    ...(readOnly || (from && !writable) ? { readOnly: true } : {}),
    ...(from ? { derivedFrom: from } : {}),
    ...(options === "OWNER" ? { externalOptions: true, referencedObjectType: options } : {}),
    ...(typeof options === "object" ? { options: options.map(optionOf) } : {}),
  };
}

function optionOf(option: string | Readonly<Record<string, string>>, displayOrder: number): PropertyOption {
  const [value, label] = typeof option === "string" ? [option, option] : (Object.entries(option)[0] ?? ["", ""]);
  return { label, value, displayOrder, hidden: false };
}

export function builtInProperties(objectType: string): ReadonlyMap<string, PropertyDefinition> {
  return propertiesOf(objectType).definitions;
}

/** The properties that every response contains. */
export function alwaysReturned(objectType: string): readonly string[] {
  return propertiesOf(objectType).alwaysReturned;
}

/** The properties that a response contains in addition if the request names none. */
export function returnedByDefault(objectType: string): readonly string[] {
  return propertiesOf(objectType).returnedByDefault;
}

/** The properties that have a value in a new record for which the request sets none. */
export function propertiesWithDefault(objectType: string): readonly BuiltInRow[] {
  return propertiesOf(objectType).withDefault;
}

/** The properties whose values are calculated when they are read, by name. */
export function calculatedProperties(objectType: string): ReadonlyMap<string, CalculatedProperty> {
  return propertiesOf(objectType).calculated;
}

/** The properties that contain fields of the record. */
export function fieldProperties(objectType: string): ReadonlyMap<string, SearchField> {
  return propertiesOf(objectType).fields;
}

/** The names of the properties that contain the id of the record. */
export function idProperties(objectType: string): readonly string[] {
  return propertiesOf(objectType).ids;
}

/** The default for object types without built-in properties of their own (assumed). */
const searchedByDefault: readonly string[] = ["hs_title", "name", "subject", "title"];

/** The properties in which the `query` of a search looks for words. */
export function searchedByQuery(objectType: string): readonly string[] {
  return Object.hasOwn(builtInGroups, pluralOf(objectType)) ? propertiesOf(objectType).searched : searchedByDefault;
}

export function defaultGroup(objectType: string): string {
  return propertiesOf(objectType).defaultGroup;
}

/** Names that only the platform may define, even for object types without a built-in property of that name. */
const reservedNames: ReadonlySet<string> = new Set(["createdate", "lastmodifieddate", mergedIntoProperty]);

export function isReserved(objectType: string, name: string): boolean {
  return builtInProperties(objectType).has(name) || reservedNames.has(name);
}
