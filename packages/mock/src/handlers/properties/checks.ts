import type { Problem } from "../../contract/message.ts";
import type { PropertyDefinition, PropertyOption, PropertyType } from "../../store/records/recordStore.ts";
import { invalidValue, problemOf, rejectIfAny } from "../common/problems.ts";
import { defaultFieldTypes } from "../records/builtInProperties.ts";

/** The types of the properties that an account can define, with their field types. */
const fieldTypes: Readonly<Partial<Record<PropertyType, readonly string[]>>> = {
  bool: ["booleancheckbox", "calculation_equation"],
  enumeration: ["booleancheckbox", "checkbox", "radio", "select", "calculation_equation"],
  date: ["date"],
  datetime: ["date"],
  string: ["file", "text", "textarea", "calculation_equation", "html", "phonenumber"],
  number: ["number", "calculation_equation"],
  phone_number: ["phonenumber"],
};

const optionsOfBool: readonly PropertyOption[] = [
  { label: "Yes", value: "true", displayOrder: 0, hidden: false },
  { label: "No", value: "false", displayOrder: 1, hidden: false },
];

/**
 * Fills in defaults, for example the two options of a bool. @throws Rejection that lists all problems
 * @param others problems to list in addition
 */
export function validDefinition({ type = "string", ...fields }: UncheckedDefinition, others: readonly Problem[]): PropertyDefinition {
  const propertyType = isPropertyType(type) ? type : undefined;
  if (!propertyType) throw invalidValue("type", "enum", `must be one of ${Object.keys(fieldTypes).join(", ")}`, type);
  const definition = withDefaultOptions({ ...fields, type: propertyType });
  rejectIfAny([...definitionProblems(definition), ...others]);
  return definition;
}

export function withDefaultOptions(definition: PropertyDefinition): PropertyDefinition {
  const isBoolWithoutOptions = definition.type === "bool" && !definition.options?.length;
  return isBoolWithoutOptions ? { ...definition, options: optionsOfBool } : definition;
}

/** The type can be any string, because the document does not list all types. */
export type UncheckedDefinition = Omit<PropertyDefinition, "type"> & { readonly type?: string | undefined };

function isPropertyType(type: string): type is PropertyType {
  return Object.hasOwn(fieldTypes, type);
}

export function definitionProblems(definition: PropertyDefinition): Problem[] {
  const { type = "string", fieldType = defaultFieldTypes[type], options = [], externalOptions = false } = definition;
  const validFieldTypes = fieldTypes[type] ?? [];
  return [
    ...(validFieldTypes.includes(fieldType)
      ? []
      : [problemOf("fieldType", "fieldType", `must be one of ${validFieldTypes.join(", ")} for the type ${type}`, fieldType)]),
    ...(type !== "enumeration" && externalOptions
      ? [problemOf("externalOptions", "externalOptions", "must be false unless the type is enumeration", externalOptions)]
      : []),
    ...optionsProblems(type, options, externalOptions || fieldType === "calculation_equation"),
  ];
}

function optionsProblems(type: PropertyType, options: readonly PropertyOption[], isOptional: boolean): Problem[] {
  const values = options.map(({ value }) => value);
  if (type === "bool") {
    const isWhole = values.length === 2 && values.includes("true") && values.includes("false");
    return isWhole ? [] : [problemOf("options", "options", "must have exactly the values true and false for a bool", values)];
  }
  if (type !== "enumeration") {
    return values.length === 0 ? [] : [problemOf("options", "options", "must be omitted unless the type is enumeration or bool", values)];
  }
  if (values.length === 0) return isOptional ? [] : [problemOf("options", "required", "is required for an enumeration", undefined)];
  const earlier = new Set<string>();
  return values.flatMap((value, index) => {
    const field = `options[${index}].value`;
    const isRepeated = earlier.has(value);
    earlier.add(value);
    if (isRepeated) return [problemOf(field, "uniqueItems", "must be unique among the options", value)];
    if (value !== value.trim()) return [problemOf(field, "whiteSpace", "must not begin or end with white space", value)];
    // A value of a record can contain several options, separated by semicolons.
    return value.includes(";") ? [problemOf(field, "semicolon", "must not contain a semicolon", value)] : [];
  });
}
