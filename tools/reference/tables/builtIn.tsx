import type { BuiltInRow } from "@crm-platform/mock/contract";
import type { Facts } from "../facts.ts";
import { Grade, type Markup, type Row, Table } from "./table.tsx";

const maxListedOptions = 12;

/** @param type the plural name of an object type, or `all` */
export function builtInTable(type: string): (facts: Facts) => Markup {
  return ({ builtIn }) => {
    const groups = Object.entries(builtIn.get(type) ?? {});
    const rows = groups.flatMap(([group, properties]) =>
      properties.map((property): Row => {
        const { name, label = "", type: valueType = "string", evidence = "observed" } = property;
        // Without ids, the search finds the table and not each of the rows, which would double the size of its index.
        return {
          cells: [<code>{name}</code>, label, valueType, group, settingsOf(property), optionsOf(property), <Grade grade={evidence} />],
        };
      }),
    );
    const head = ["Name", "Label", "Type", "Group", "Settings", "Options", "Grade"];
    const owner = type === "all" ? "every object type" : type.replaceAll("_", " ");
    return <Table caption={`The ${rows.length} built-in properties of ${owner}`} head={head} rows={rows} />;
  };
}

function settingsOf({ readOnly, from, writable, unique, default: initial, defaultFrom, formula, returned }: BuiltInRow): string {
  return [
    ...(readOnly || (from && !writable) ? ["read-only"] : []),
    ...(unique ? ["unique"] : []),
    ...(returned === "always" ? ["always returned"] : []),
    ...(returned === "default" ? ["returned by default"] : []),
    ...(initial === undefined ? [] : [`default ${initial}`]),
    ...(formula === undefined ? [] : ["calculated"]),
    ...(defaultFrom === undefined ? [] : [`default from ${defaultFrom}`]),
  ].join(", ");
}

function optionsOf({ options = [] }: BuiltInRow): string {
  if (options === "OWNER") return "the ids of owners";
  const values = options.map((option) => (typeof option === "string" ? option : Object.keys(option)[0]));
  const listed = values.slice(0, maxListedOptions).join(", ");
  return values.length > maxListedOptions ? `${listed}, … (${values.length} options)` : listed;
}
