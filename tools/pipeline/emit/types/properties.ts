import type { BuiltInRow } from "@crm-platform/mock/contract";
import type { BuiltInProperties } from "../../model/builtInProperties.ts";
import type { Model } from "../../model/model.ts";
import { capitalize, requireIdentifier } from "../../names.ts";
import type { GeneratedFile } from "../files.ts";
import { comment, literal, oneLine, propertyKey, prose } from "../source.ts";

/** The entries of `x-data/objectTypes`. */
interface ObjectTypeFacts {
  readonly typeId: string;
  readonly plural: string;
  readonly singular: string;
}

const shared = "RecordProperties";

/** Options of a property that its comment lists. */
const maxListedOptions = 20;

/** Emits an interface for the properties of each object type. Programs add their own names to the interfaces, by module augmentation. */
export function emitProperties(model: Model, builtIn: BuiltInProperties): GeneratedFile {
  const objectTypes = (model.data.find(({ name }) => name === "objectTypes")?.value ?? []) as unknown as readonly ObjectTypeFacts[];
  const interfaces = objectTypes.map(({ plural, singular }) =>
    propertiesInterface(
      `The properties of ${plural.replaceAll("_", " ")}.`,
      `${interfaceOf(singular)} extends ${shared}`,
      rowsOf(builtIn, plural),
    ),
  );
  const types = objectTypes.map(({ plural, singular }) => `  ${propertyKey(plural)}: ${interfaceOf(singular)};\n`);
  const aliases = objectTypes.flatMap(({ plural, singular, typeId }) =>
    [...new Set([singular, typeId])].filter((name) => name !== plural).map((name) => `  ${propertyKey(name)}: ${literal(plural)};\n`),
  );
  const parts = [
    propertiesInterface("The properties of every object type.", shared, rowsOf(builtIn, "all")),
    ...interfaces,
    `${comment(["The properties of each object type, by its plural name. Add a custom type under its id and names, in lowercase."])}export interface ObjectTypes {\n${types.join("")}}\n`,
    `${comment(["The plural names of the object types, by their singular names and type ids."])}export interface ObjectTypeAliases {\n${aliases.join("")}}\n`,
  ];
  return { path: "properties.ts", content: parts.join("\n") };
}

function rowsOf(builtIn: BuiltInProperties, type: string): readonly BuiltInRow[] {
  return Object.values(builtIn.get(type) ?? {}).flat();
}

function interfaceOf(singular: string): string {
  const name = singular.split("_").map(capitalize).join("");
  requireIdentifier(name, "#/x-data/objectTypes");
  return `${name}Properties`;
}

function propertiesInterface(description: string, name: string, rows: readonly BuiltInRow[]): string {
  const members = [...rows].sort((one, other) => (one.name < other.name ? -1 : 1)).map(member);
  return `${comment([description])}export interface ${name} {\n${members.join("")}}\n`;
}

function member(row: BuiltInRow): string {
  return `${comment([prose(documentationOf(row))], "  ")}  ${propertyKey(row.name)}?: string;\n`;
}

function documentationOf({ label = "", readOnly, from, options }: BuiltInRow): string {
  const access = readOnly || from ? "read-only" : "";
  const values = Array.isArray(options) ? options.map((option) => (typeof option === "string" ? option : Object.keys(option)[0])) : [];
  const listed = values.length > 0 && values.length <= maxListedOptions ? values.map((value) => `\`${value}\``).join(", ") : "";
  return oneLine([label, access && `(${access})`, listed && `– ${listed}`].filter(Boolean).join(" "));
}
