import { defaultEventProperties, type EventProperty, type EventPropertyInput, type EventPropertyOption } from "@crm-platform/types";
import type { Problem } from "../../contract/message.ts";
import { present } from "../common/present.ts";
import { problemOf } from "../common/problems.ts";

// By type, as documented for a similar API.
const fieldTypes: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["number", "number"],
  ["enumeration", "select"],
  ["datetime", "date"],
  ["date", "date"],
  ["bool", "radio"],
]);

interface DefaultProperty {
  readonly name: string;
  readonly type: string;
  readonly fieldType: string;
  readonly options?: readonly EventPropertyOption[];
}

export function defaultProperties(): EventProperty[] {
  const properties: readonly DefaultProperty[] = defaultEventProperties;
  return properties.map(({ name, type, fieldType, options = [] }) => ({
    name,
    label: labelOf(name),
    type,
    fieldType,
    groupName: "event",
    description: "",
    options: options.map((option) => ({ ...option })),
  }));
}

const maxNameLength = 50;
const reservedNames: ReadonlySet<string> = new Set(defaultEventProperties.map(({ name }) => name));

export function customProperty({ name, label, type, description = "", options = [] }: EventPropertyInput): EventProperty {
  return {
    name: name ?? nameFromLabel(label, "property"),
    label,
    type,
    fieldType: fieldTypes.get(type) ?? "text",
    groupName: "event",
    description,
    options: options.map(declaredOption),
  };
}

/** Returns only the declared fields, because the platform ignores other fields. */
export function declaredOption({ label, value, displayOrder, hidden }: EventPropertyOption): EventPropertyOption {
  return { label, value, ...present({ displayOrder, hidden }) };
}

export function isDefaultProperty(name: string): boolean {
  return reservedNames.has(name);
}

/** Letter case is ignored, because the names in occurrences are converted to lowercase. */
export function propertyProblems(inputs: readonly EventPropertyInput[]): Problem[] {
  const earlierNames = new Set<string>();
  return inputs.flatMap((input, index) => {
    const name = customProperty(input).name.toLowerCase();
    const isRepeated = earlierNames.has(name);
    earlierNames.add(name);
    return addedPropertyProblems(input, { place: `propertyDefinitions[${index}].`, isRepeated });
  });
}

/** @param place the path of the property in the request, followed by a dot, or an empty string */
export function addedPropertyProblems(
  input: EventPropertyInput,
  { place, isRepeated }: { readonly place: string; readonly isRepeated: boolean },
): Problem[] {
  return [...nameProblems(place, input, isRepeated), ...typeProblems(place, input), ...optionsProblems(place, input.type, input.options)];
}

function nameProblems(place: string, input: EventPropertyInput, isRepeated: boolean): Problem[] {
  const field = input.name === undefined ? `${place}label` : `${place}name`;
  const source = input.name ?? input.label;
  const { name } = customProperty(input);
  if (name === "") return [problemOf(field, "minLength", "must not be empty", source)];
  if (reservedNames.has(name.toLowerCase()))
    return [problemOf(field, "nameReserved", "must not result in the name of a default property", source)];
  if (isRepeated) return [problemOf(field, "nameTaken", "must not result in the name of another property", source)];
  return [];
}

function typeProblems(place: string, { type }: EventPropertyInput): Problem[] {
  const types = [...fieldTypes.keys()].join(", ");
  return fieldTypes.has(type) ? [] : [problemOf(`${place}type`, "enum", `must be one of ${types}`, type)];
}

export function optionsProblems(place: string, type: string, options: readonly EventPropertyOption[] = []): Problem[] {
  const field = `${place}options`;
  if (!fieldTypes.has(type)) return [];
  if (type === "enumeration" && options.length === 0) return [problemOf(field, "required", "is required for an enumeration", undefined)];
  if (type !== "enumeration" && options.length > 0)
    return [problemOf(field, "options", "must be omitted unless the type is enumeration", options)];
  const earlier = new Set<string>();
  return options.flatMap(({ value }, index) => {
    const isRepeated = earlier.has(value);
    earlier.add(value);
    return isRepeated ? [problemOf(`${field}[${index}].value`, "uniqueItems", "must be unique among the options", value)] : [];
  });
}

/** For example, `hs_page_title` becomes `Page title`. */
function labelOf(name: string): string {
  const words = name.replace(/^hs_/, "").replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Uses lower-case letters, digits and underscores. Returns `fallback` if the label contains no letter. */
export function nameFromLabel(label: string, fallback: string): string {
  const words = label
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+/, "");
  return words.slice(0, maxNameLength).replace(/_+$/, "") || fallback;
}
