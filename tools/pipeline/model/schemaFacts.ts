/** Every function terminates on circular schemas. */

import { escapePointer } from "@crm-platform/mock/contract";
import type { Json } from "../../openapi/document.ts";
import type { Limit } from "./model.ts";
import type { ObjectNode, SchemaNode } from "./schema.ts";

type SchemasByName = ReadonlyMap<string, SchemaNode>;

function targetOf(node: SchemaNode, byName: SchemasByName): SchemaNode {
  let target = node;
  while (target.kind === "reference") target = byName.get(target.key) ?? { ...target, kind: "unknown" };
  return target;
}

function composedOf(node: SchemaNode, byName: SchemasByName, kinds: readonly string[]): readonly SchemaNode[] {
  const nodes = new Set([targetOf(node, byName)]);
  // Iterating a set visits elements that are added during the iteration.
  for (const one of nodes) {
    if ((one.kind === "union" || one.kind === "intersection") && kinds.includes(one.kind))
      for (const part of one.parts) nodes.add(targetOf(part, byName));
  }
  return [...nodes];
}

/** A schema passes a test if the schema itself, a part of its intersection, or every part of its union passes it. Null is ignored. */
export function holds(node: SchemaNode, byName: SchemasByName, test: (node: SchemaNode) => boolean): boolean {
  const all = composedOf(node, byName, ["union", "intersection"]);
  const holding = new Set(all.filter(test));
  const follows = (one: SchemaNode): boolean => {
    if (one.kind !== "union" && one.kind !== "intersection") return false;
    const parts = one.parts.map((part) => targetOf(part, byName));
    if (one.kind === "intersection") return parts.some((part) => holding.has(part));
    const others = parts.filter(({ kind }) => kind !== "null");
    return others.length > 0 && others.every((part) => holding.has(part));
  };
  // Schemas may be circular, so the loop repeats until an iteration adds nothing.
  for (let sizeBefore = -1; sizeBefore < holding.size; ) {
    sizeBefore = holding.size;
    for (const one of all) if (follows(one)) holding.add(one);
  }
  return holding.has(targetOf(node, byName));
}

export function isArray(node: SchemaNode, byName: SchemasByName): boolean {
  return holds(node, byName, ({ kind }) => kind === "array");
}

function isNullable(node: SchemaNode, byName: SchemasByName): boolean {
  return composedOf(node, byName, ["union"]).some(
    (part) =>
      part.kind === "null" || (part.kind === "enum" && part.values.includes(null)) || (part.kind === "constant" && part.value === null),
  );
}

export function isStructure(node: SchemaNode, byName: SchemasByName): boolean {
  return !isNullable(node, byName) && holds(node, byName, ({ kind }) => kind === "object" || kind === "array");
}

/** Returns `undefined` unless the schema is for objects without additional properties. */
export function propertyNames(node: SchemaNode, byName: SchemasByName): Set<string> | undefined {
  const parts = composedOf(node, byName, ["union", "intersection"]);
  const objects = parts.filter((part) => part.kind === "object");
  const others = parts.filter(({ kind }) => kind !== "object" && kind !== "union" && kind !== "intersection");
  const names = new Set(objects.flatMap(({ properties }) => [...properties.keys()]));
  const isOpen = ({ additional }: ObjectNode): boolean => additional !== undefined && additional !== false;
  // In an intersection, an object without properties only lists required properties of the other parts.
  const beside = new Set(parts.flatMap((part) => (part.kind === "intersection" ? part.parts : [])));
  const isEmpty = (part: ObjectNode): boolean => part.properties.size === 0 && !beside.has(part);
  return names.size > 0 && others.length === 0 && !objects.some((part) => isOpen(part) || isEmpty(part)) ? names : undefined;
}

/** Returns true for a union, because the caller has to choose an alternative. */
export function requiresProperty(node: SchemaNode, byName: SchemasByName): boolean {
  return composedOf(node, byName, ["intersection"]).some(
    (part) => part.kind === "union" || (part.kind === "object" && part.required.length > 0),
  );
}

export function isSensitive(node: SchemaNode, byName: SchemasByName): boolean {
  return node.sensitive || targetOf(node, byName).sensitive;
}

/**
 * Returns names at any depth; an empty name means the body itself. List items and parts of composed schemas share the name of the property
 * that contains them. Each schema is visited once per name, so circular schemas take linear time.
 */
export function sensitiveProperties(node: SchemaNode, byName: SchemasByName): string[] {
  const names = new Set<string>();
  const namesByNode = new Map<SchemaNode, Set<string>>();
  // The function uses a loop instead of recursion, because chains of references may exceed the stack size.
  const pending: (readonly [SchemaNode, string])[] = [[node, ""]];
  for (const [part, name] of pending) {
    if (isSensitive(part, byName)) {
      names.add(name);
      continue;
    }
    const target = targetOf(part, byName);
    const nodeNames = namesByNode.get(target) ?? new Set();
    if (nodeNames.has(name)) continue;
    if (nodeNames.size === 0 && target.kind === "object") {
      for (const [property, value] of target.properties) pending.push([value, property]);
    }
    namesByNode.set(target, nodeNames.add(name));
    for (const inner of unnamedParts(target)) pending.push([inner, name]);
  }
  return [...names];
}

function unnamedParts(node: SchemaNode): readonly SchemaNode[] {
  if (node.kind === "union" || node.kind === "intersection") return node.parts;
  if (node.kind === "array") return node.items === undefined ? [] : [node.items];
  return node.kind === "object" && typeof node.additional === "object" ? [node.additional] : [];
}

/** Reads the top level and one level below. */
export function listLimits(node: SchemaNode, byName: SchemasByName): Limit[] {
  return composedOf(node, byName, ["intersection"]).flatMap((part) => {
    if (part.kind === "array") return limitAt("", part, byName);
    if (part.kind !== "object") return [];
    return [...part.properties].flatMap(([name, property]) => limitAt(`/${escapePointer(name)}`, property, byName));
  });
}

function limitAt(pointer: string, node: SchemaNode, byName: SchemasByName): Limit[] {
  return composedOf(node, byName, ["union"]).flatMap((part) =>
    part.kind === "array" && part.maxItems !== undefined ? [{ pointer, maxItems: part.maxItems }] : [],
  );
}

export function enumsOf(node: SchemaNode, byName: SchemasByName): [property: string, values: readonly Json[]][] {
  if (node.kind === "intersection") return node.parts.flatMap((part) => enumsOf(part, byName));
  if (node.kind !== "object") return [];
  return [...node.properties].flatMap(([property, schema]): [string, readonly Json[]][] => {
    const target = targetOf(schema, byName);
    const values = target.kind === "array" ? target.items : target;
    return values?.kind === "enum" ? [[property, values.values]] : [];
  });
}
