import type { BuiltInRow } from "@crm-platform/mock/contract";
import type { Facts } from "./facts.ts";
import { anchor, code, gradeOf, table } from "./markdown.ts";

const maxListedOptions = 40;

export function propertiesOf(groups: Readonly<Record<string, readonly BuiltInRow[]>> = {}): { group: string; property: BuiltInRow }[] {
  return Object.entries(groups).flatMap(([group, properties]) => properties.map((property) => ({ group, property })));
}

function settingsOf({ readOnly, from, writable, unique, default: initial, defaultFrom, formula, returned }: BuiltInRow): string {
  return [
    ...(readOnly || (from && !writable) ? ["read-only"] : []),
    ...(unique ? ["unique"] : []),
    ...(returned === "always" ? ["always returned"] : []),
    ...(returned === "default" ? ["returned by default"] : []),
    ...(initial === undefined ? [] : [`default ${initial}`]),
    ...(formula === undefined ? [] : ["calculated"]),
    ...(defaultFrom === undefined ? [] : [`default from ${code(defaultFrom)}`]),
  ].join(", ");
}

function optionsOf({ options = [] }: BuiltInRow): string {
  if (options === "OWNER") return "the ids of owners";
  const values = options.map((option) => code(typeof option === "string" ? option : (Object.keys(option)[0] ?? "")));
  const listed = values.slice(0, maxListedOptions).join(", ");
  return values.length > maxListedOptions ? `${listed}, … (${values.length} options)` : listed;
}

/** The properties that all object types have are on the page `all`. */
export function titleOfType(type: string): string {
  const words = type.replaceAll("_", " ");
  return type === "all" ? "All object types" : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** @param type the plural name of an object type, or `all` */
export function propertyPage({ builtIn }: Facts, type: string): string {
  const title = titleOfType(type);
  const about =
    type === "all"
      ? "Every object type has these properties."
      : `Every account has these properties of ${title.toLowerCase()}. [All object types](all.md) also share some properties.`;
  return [
    `# ${title}: built-in properties`,
    `${about} The guide [Built-in properties](../properties.md) explains the columns.`,
    "<RowFilter />",
    table(propertiesOf(builtIn.get(type)), {
      Name: ({ property: { name } }) => `${anchor(name)}${code(name)}`,
      Label: ({ property: { label = "" } }) => label,
      Type: ({ property }) => property.type ?? "string",
      Group: ({ group }) => group,
      Settings: ({ property }) => settingsOf(property),
      Options: ({ property }) => optionsOf(property),
      Grade: ({ property: { evidence = "observed" } }) => gradeOf(evidence),
    }),
  ].join("\n\n");
}
