/**
 * Each extension has a JSON Schema, `extensions/<name>.json`, on which the lint rule and the types (`generated/extensions.ts`) are based.
 * `spec/README.md` explains the extensions.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pointerKeys } from "@crm-platform/mock/contract";
import { Ajv, type ErrorObject } from "ajv";
import addFormats from "ajv-formats";
import type { components } from "./generated/extensions.ts";
import { asObject } from "./json.ts";

export type Extensions = components["schemas"];
export type Retry = Extensions["x-retry"];
export type Pagination = Extensions["x-pagination"];
export type Sunset = Extensions["x-sunset"];
export type SunsetInterface = Extensions["x-sunset-interfaces"][number];

export interface Violation {
  readonly keys: readonly string[];
  /** The violated requirement, for example `must match pattern "^/"`. */
  readonly reason: string;
  readonly expected: string;
}

interface Definition {
  readonly description: string;
  /** The Redocly node types on which the extension is allowed. @default all */
  readonly appliesTo?: readonly string[];
  readonly examples: readonly unknown[];
}

const folder = join(import.meta.dirname, "extensions");

const definitions: ReadonlyMap<string, Definition> = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => [file.replace(".json", ""), JSON.parse(readFileSync(join(folder, file), "utf8")) as Definition]),
);

const ajv = new Ajv({ strict: false, discriminator: true, verbose: true });
addFormats.default(ajv, ["date"]);
ajv.addKeyword({
  keyword: "sameLength",
  validate: (names: readonly string[], value: Readonly<Record<string, readonly unknown[]>>) =>
    new Set(names.map((name) => value[name]?.length)).size === 1,
  error: { message: ({ schema }) => `must have lists of the same length: ${(schema as readonly string[]).join(", ")}` },
});
for (const [name, definition] of definitions) ajv.addSchema(definition, `${name}.json`);

export const extensionNames: readonly string[] = [...definitions.keys()];

/** `undefined` means all node types. */
export function nodeTypesOf(name: string): readonly string[] | undefined {
  return definitions.get(name)?.appliesTo;
}

/** Returns `undefined` if the value is valid. */
export function violationOf(name: string, value: unknown): Violation | undefined {
  ajv.validate(`${name}.json`, value);
  const [error] = ajv.errors ?? [];
  return error && { keys: keysOf(error), reason: reasonOf(error), expected: expectedBy(error, name, value) };
}

/** @throws Error for a malformed extension, which the linter reports with its place */
export function readExtension<Name extends keyof Extensions>(name: Name, value: unknown): Extensions[Name] | undefined {
  if (value === undefined) return undefined;
  const violation = violationOf(name, value);
  if (violation === undefined) return value as Extensions[Name];
  throw new Error(`${name} is not well-formed: ${violation.reason}. Expected: ${violation.expected}. Found: ${JSON.stringify(value)}.`);
}

function keysOf({ instancePath, params }: ErrorObject): string[] {
  const surplus: unknown = params["additionalProperty"];
  return [...pointerKeys(instancePath), ...(typeof surplus === "string" ? [surplus] : [])];
}

function reasonOf({ message = "", params }: ErrorObject): string {
  const values = [params["allowedValues"] ?? params["allowedValue"] ?? []].flat().map((value) => JSON.stringify(value));
  return values.length === 0 ? message : `${message}: ${values.join(", ")}`;
}

function expectedBy({ parentSchema }: ErrorObject, name: string, value: unknown): string {
  const { description, examples } = definitions.get(name) as Definition;
  const { style } = asObject(value);
  const example = examples.find((one) => asObject(one)["style"] === style) ?? examples[0];
  const text: unknown = parentSchema?.["description"] ?? description;
  return `${String(text).replace(/\.$/, "")}; for example ${name}: ${JSON.stringify(example)}`;
}
