import { extensionNames, nodeTypesOf, violationOf } from "../openapi/extensions.ts";
import { asObject, type JsonObject } from "../openapi/json.ts";
import { report, show, showList } from "./message.ts";
import type { Context, Location, Rule } from "./visitor.ts";

interface Extension {
  readonly name: string;
  readonly value: unknown;
  readonly location: Location;
  readonly owner: JsonObject;
  readonly ownerType: string;
}

/**
 * Also rejects misspelled and misplaced extensions, which would have no effect. Visits every `x-` key, because a SpecExtension visitor
 * would miss extensions that Redocly defines, such as `x-codeSamples`.
 */
export const extensionsWellFormed: Rule = () => ({
  any: { enter: (node, context) => checkKeys(node, asObject(node), context) },
  // Visits extensions next to a reference, because `any` visits only the referenced object.
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
    const expected = `one of ${showList(extensionNames)}; a new extension requires a schema in tools/openapi/extensions`;
    report(context, location.key(), { wrong: "Unknown extension.", expected, found: name });
    return;
  }
  const nodeTypes = nodeTypesOf(name);
  if (nodeTypes !== undefined && !nodeTypes.includes(ownerType)) {
    const expected = `${name} on ${nodeTypes.join(" or ")}`;
    report(context, location.key(), { wrong: `${name} has no effect here.`, expected, found: `${name} on ${ownerType}` });
    return;
  }
  const whole = withoutReferences(value, location.source.absoluteRef, context);
  const violation = violationOf(name, whole);
  if (violation === undefined) {
    checkDeviations(extension, context);
    return;
  }
  const { keys, reason, expected } = violation;
  const member = keys.reduce(memberOf, whole);
  const place = locationOf(extension, keys, context);
  report(context, place, { wrong: `${name} is not well-formed: ${reason}.`, expected, found: show(member) });
}

/** Redocly does not resolve references inside extensions. */
function withoutReferences(value: unknown, file: string, context: Context): unknown {
  const { node, location } = context.resolve(value, file);
  const target = isReference(value) ? (location?.source.absoluteRef ?? file) : file;
  if (Array.isArray(node)) return node.map((item) => withoutReferences(item, target, context));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([key, part]) => [key, withoutReferences(part, target, context)]));
}

function locationOf({ value, location }: Extension, keys: readonly string[], context: Context): Location {
  let current = follow(value, location, context);
  for (const key of keys) current = follow(memberOf(current.node, key), current.place.child(key), context);
  return current.place;
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

/** The types of schemas on which a deviation is possible. A deviation without types is possible on every schema. */
const typesOfDeviation: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  accepts: { absent: "array", integer: "string", number: "string", boolean: "string", null: "string", string: "integer" },
  sends: { number: "string" },
};
const statusDeviation = /^\d{3}$/;

/** Each deviation in `x-evidence` must be possible for the response, or for the type of the schema. */
function checkDeviations({ name, value, location, owner, ownerType }: Extension, context: Context): void {
  if (name !== "x-evidence") return;
  for (const [member, types] of Object.entries(typesOfDeviation)) {
    for (const deviation of [asObject(value)[member] ?? []].flat().map(String)) {
      const node = statusDeviation.test(deviation) ? "Response" : "Schema";
      const type = types[deviation];
      if (ownerType === node && (type === undefined || [owner["type"]].flat().includes(type))) continue;
      report(context, location.child(member), {
        wrong: "The deviation of the real service is not possible here.",
        expected: `${deviation} on a ${node.toLowerCase()}${type === undefined ? "" : ` of type ${type}`}`,
        found: `${member}: ${deviation} on ${ownerType === "Schema" ? `type ${show(owner["type"])}` : ownerType}`,
      });
    }
  }
}
