import { resolve } from "@crm-platform/mock/contract";
import type { Document, Schema } from "../openapi/document.ts";
import { code, numberOf, prose } from "./markdown.ts";

interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
}

/** Lists the fields of a schema as nested Markdown lists. Nested fields are folded, and a schema that contains itself is not repeated. */
export function fieldList(document: Document, schema: Schema, above: readonly Schema[] = []): string {
  return fieldsOf(document, schema)
    .map((field) => fieldItem(document, field, above))
    .join("\n");
}

/** @param description replaces the description of the schema */
export function fieldItem(
  document: Document,
  { name, required, schema }: Field,
  above: readonly Schema[] = [],
  description?: string,
): string {
  const type = `*${typeOf(document, schema)}${required ? ", required" : ""}${isDeprecated(document, schema) ? ", deprecated" : ""}*`;
  const text = description ?? descriptionOf(document, schema);
  const inner = innermost(document, schema);
  const fields = above.includes(inner) ? [] : fieldsOf(document, inner);
  return item([
    `${code(name)} ${type}`,
    [prose(text), constraintsOf(document, schema)].filter((part) => part !== "").join(" "),
    ...(fields.length === 0
      ? []
      : [
          `<details><summary>${fields.length === 1 ? "1 field" : `${fields.length} fields`} of ${name}</summary>`,
          fields.map((field) => fieldItem(document, field, [...above, inner])).join("\n"),
          "</details>",
        ]),
  ]);
}

function item(parts: readonly string[]): string {
  const text = parts.filter((part) => part !== "").join("\n\n");
  return `- ${text.replaceAll("\n", "\n  ").replaceAll(/^ +$/gm, "")}\n`;
}

/** Follows references, and merges the parts of combined schemas. */
function fieldsOf(document: Document, schema: Schema): Field[] {
  const { properties = {}, required = [], allOf = [], oneOf = [] } = resolve<Schema>(document, schema);
  const own = Object.entries(properties).map(([name, property]) => ({ name, schema: property, required: required.includes(name) }));
  const parts = allOf.flatMap((part) => fieldsOf(document, part));
  const alternatives = oneOf.flatMap((part) => fieldsOf(document, part)).map((field) => ({ ...field, required: false }));
  const all = new Map<string, Field>();
  for (const field of [...alternatives, ...parts, ...own]) {
    all.set(field.name, {
      ...field,
      required: field.required || required.includes(field.name) || (all.get(field.name)?.required ?? false),
    });
  }
  return [...all.values()];
}

/** The schema of the items of a list, or of the values of a map. */
function innermost(document: Document, schema: Schema): Schema {
  const target = resolve<Schema>(document, schema);
  if (target.items !== undefined) return innermost(document, target.items);
  if (typeof target.additionalProperties === "object") return innermost(document, target.additionalProperties);
  const [only, ...others] = target.allOf ?? [];
  return only !== undefined && others.length === 0 && target.properties === undefined ? innermost(document, only) : target;
}

export function typeOf(document: Document, schema: Schema): string {
  const target = resolve<Schema>(document, schema);
  const [part] = target.allOf ?? [];
  if (target.oneOf !== undefined) return [...new Set(target.oneOf.map((one) => typeOf(document, one)))].join(" or ");
  if (target.const !== undefined) return code(JSON.stringify(target.const));
  const types = [target.type ?? (target.properties || part ? "object" : target.enum ? "string" : "any")].flat();
  return types.map((type) => typeName(document, type, target)).join(" or ");
}

function typeName(document: Document, type: string, { items, additionalProperties, format }: Schema): string {
  if (type === "array") return items === undefined ? "array" : `array of ${pluralOf(typeOf(document, items))}`;
  if (type === "object" && typeof additionalProperties === "object") return `map of ${pluralOf(typeOf(document, additionalProperties))}`;
  return format === undefined || type === "null" ? type : `${type} (${format})`;
}

function pluralOf(type: string): string {
  return /^\w+$/.test(type) ? `${type}s` : type;
}

function descriptionOf(document: Document, schema: Schema): string {
  return schema.description ?? resolve<Schema>(document, schema).description ?? "";
}

function isDeprecated(document: Document, schema: Schema): boolean {
  return schema.deprecated ?? resolve<Schema>(document, schema).deprecated ?? false;
}

function constraintsOf(document: Document, schema: Schema): string {
  const target = resolve<Schema>(document, schema);
  const list = (values: readonly unknown[]) => values.map((value) => code(String(value))).join(", ");
  const { enum: values, "x-known-values": known, minLength, maxLength, minItems, maxItems, minimum, maximum, pattern } = target;
  return [
    ...(values === undefined ? [] : [`One of ${list(values)}.`]),
    ...(known === undefined ? [] : [`Known values: ${list(known)}.`]),
    ...(target.default === undefined ? [] : [`Default: ${code(JSON.stringify(target.default))}.`]),
    ...range(minLength === 1 ? undefined : minLength, maxLength, " characters"),
    ...range(minItems, maxItems, " entries"),
    ...range(minimum, maximum, ""),
    ...(pattern === undefined ? [] : [`Pattern: ${code(pattern)}.`]),
  ].join(" ");
}

function range(min: number | undefined, max: number | undefined, unit: string): string[] {
  if (min !== undefined && max !== undefined) return [`${numberOf(min)} to ${numberOf(max)}${unit}.`];
  if (max !== undefined) return [`At most ${numberOf(max)}${unit}.`];
  return min === undefined ? [] : [`At least ${numberOf(min)}${unit}.`];
}
