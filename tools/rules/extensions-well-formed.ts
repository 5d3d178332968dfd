import { extensionNames, nodeTypesOf, violationOf } from "../openapi/extensions.ts";
import { asObject, type JsonObject } from "../openapi/json.ts";
import { problem, show, showList } from "./message.ts";
import type { Context, Location, Rule } from "./visitor.ts";

interface Extension {
  readonly name: string;
  readonly value: unknown;
  readonly location: Location;
  /** The object that has the extension, and its node type. */
  readonly owner: JsonObject;
  readonly ownerType: string;
}

/**
 * An extension that is misspelled, misplaced or malformed has no effect, and nothing else would report it. This rule visits every `x-`
 * key of every object that may have extensions. A visitor of the type SpecExtension would miss those that Redocly knows itself, such as
 * `x-codeSamples`; names in a map, such as headers, are no extensions.
 */
export const extensionsWellFormed: Rule = () => ({
  any: { enter: (node, context) => checkKeys(node, asObject(node), context) },
  // A reference may have extensions beside it; `any` sees only what it leads to.
  ref: {
    enter(reference, context) {
      const target = asObject(context.resolve(reference).node);
      checkKeys(reference, { ...target, ...asObject(reference) }, context);
    },
  },
});

function checkKeys(keysOf: unknown, owner: JsonObject, context: Context): void {
  if (context.type.extensionsPrefix === undefined) return;
  for (const [name, value] of Object.entries(asObject(keysOf))) {
    if (!name.startsWith("x-")) continue;
    check({ name, value, location: context.location.child(name), owner, ownerType: context.type.name }, context);
  }
}

function check(extension: Extension, context: Context): void {
  const { name, value, location, ownerType } = extension;
  if (!extensionNames.includes(name)) {
    const expected = `one of ${showList(extensionNames)}; a new extension needs a schema in tools/openapi/extensions`;
    context.report(problem(location.key(), { wrong: "Unknown extension.", expected, found: name }));
    return;
  }
  const nodeTypes = nodeTypesOf(name);
  if (nodeTypes !== undefined && !nodeTypes.includes(ownerType)) {
    const expected = `${name} on ${nodeTypes.join(" or ")}`;
    context.report(problem(location.key(), { wrong: `${name} has no effect here.`, expected, found: `${name} on ${ownerType}` }));
    return;
  }
  const whole = withoutReferences(value, location.source.absoluteRef, context);
  const violation = violationOf(name, whole);
  if (violation === undefined) {
    checkDeviations(extension, context);
    return;
  }
  const { keys, reason, expected } = violation;
  const found = keys.reduce(memberOf, whole);
  const place = locationOf(extension, keys, context);
  context.report(problem(place, { wrong: `${name} is not well-formed: ${reason}.`, expected, found: show(found) }));
}

/** Redocly does not resolve references inside extensions. */
function withoutReferences(value: unknown, file: string, context: Context): unknown {
  const { node, location } = context.resolve(value, file);
  const target = isReference(value) ? (location?.source.absoluteRef ?? file) : file;
  if (Array.isArray(node)) return node.map((item) => withoutReferences(item, target, context));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, withoutReferences(part, target, context)]));
}

/** Where a part of an extension is written, which may be another file. */
function locationOf({ value, location }: Extension, keys: readonly string[], context: Context): Location {
  let found = follow(value, location, context);
  for (const key of keys) found = follow(memberOf(found.node, key), found.place.child(key), context);
  return found.place;
}

function follow(value: unknown, place: Location, context: Context): { place: Location; node: unknown } {
  const { node, location } = context.resolve(value, place.source.absoluteRef);
  return { place: isReference(value) && location !== undefined ? location : place, node };
}

function memberOf(node: unknown, key: string): unknown {
  return Array.isArray(node) ? node[Number(key)] : asObject(node)[key];
}

function isReference(value: unknown): boolean {
  return typeof asObject(value)["$ref"] === "string";
}

/** The schema types that a deviation applies to. Leaving out a field applies to every type. */
const typesOfDeviation: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  accepts: { absent: ["array"], number: ["string"] },
  sends: { number: ["string"] },
};

/** What `x-evidence` says of the real service has to suit the schema that it is on. */
function checkDeviations({ name, value, location, owner, ownerType }: Extension, context: Context): void {
  if (name !== "x-evidence") return;
  for (const [member, types] of Object.entries(typesOfDeviation)) {
    const deviation = asObject(value)[member];
    if (typeof deviation !== "string") continue;
    const declared = [owner["type"]].flat();
    const allowed = types[deviation];
    if (ownerType === "Schema" && (allowed === undefined || allowed.some((type) => declared.includes(type)))) continue;
    context.report(
      problem(location.child(member), {
        wrong: "The deviation of the real service does not suit what it is on.",
        expected: `${deviation} on a schema${allowed === undefined ? "" : ` of type ${allowed.join(" or ")}`}`,
        found: `${member}: ${deviation} on ${ownerType === "Schema" ? `type ${show(owner["type"])}` : ownerType}`,
      }),
    );
  }
}
