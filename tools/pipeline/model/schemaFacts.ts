/** Every function terminates on circular schemas. */

import { escapePointer } from "@crm-platform/mock/contract";
import type { Json } from "../../openapi/document.ts";
import type { Limit } from "./model.ts";
import type { ObjectNode, SchemaNode } from "./schema.ts";

type Named = ReadonlyMap<string, SchemaNode>;

function targetOf(node: SchemaNode, named: Named): SchemaNode {
  let target = node;
  while (target.kind === "reference") target = named.get(target.key) ?? { ...target, kind: "unknown" };
  return target;
}

function composedOf(node: SchemaNode, named: Named, kinds: readonly string[]): readonly SchemaNode[] {
  const found = new Set([targetOf(node, named)]);
  // Iterating a set visits elements that are added during the iteration.
  for (const one of found) {
    if ((one.kind === "union" || one.kind === "intersection") && kinds.includes(one.kind))
      for (const part of one.parts) found.add(targetOf(part, named));
  }
  return [...found];
}

/** A schema passes a test if the schema itself, a part of its intersection, or every part of its union passes it. Null is ignored. */
export function holds(node: SchemaNode, named: Named, test: (node: SchemaNode) => boolean): boolean {
  const all = composedOf(node, named, ["union", "intersection"]);
  const holding = new Set(all.filter(test));
  const follows = (one: SchemaNode): boolean => {
    if (one.kind !== "union" && one.kind !== "intersection") return false;
    const parts = one.parts.map((part) => targetOf(part, named));
    if (one.kind === "intersection") return parts.some((part) => holding.has(part));
    const others = parts.filter(({ kind }) => kind !== "null");
    return others.length > 0 && others.every((part) => holding.has(part));
  };
  // Schemas may be circular, so the loop repeats until an iteration adds nothing.
  for (let known = -1; known < holding.size; ) {
    known = holding.size;
    for (const one of all) if (follows(one)) holding.add(one);
  }
  return holding.has(targetOf(node, named));
}

export function isArray(node: SchemaNode, named: Named): boolean {
  return holds(node, named, ({ kind }) => kind === "array");
}

function isNullable(node: SchemaNode, named: Named): boolean {
  return composedOf(node, named, ["union"]).some(
    (part) =>
      part.kind === "null" || (part.kind === "enum" && part.values.includes(null)) || (part.kind === "constant" && part.value === null),
  );
}

export function isStructure(node: SchemaNode, named: Named): boolean {
  return !isNullable(node, named) && holds(node, named, ({ kind }) => kind === "object" || kind === "array");
}

/** Returns `undefined` unless the schema is for objects without additional properties. */
export function propertyNames(node: SchemaNode, named: Named): Set<string> | undefined {
  const parts = composedOf(node, named, ["union", "intersection"]);
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
export function requiresProperty(node: SchemaNode, named: Named): boolean {
  return composedOf(node, named, ["intersection"]).some(
    (part) => part.kind === "union" || (part.kind === "object" && part.required.length > 0),
  );
}

export function isSensitive(node: SchemaNode, named: Named): boolean {
  return node.sensitive || targetOf(node, named).sensitive;
}

/**
 * Returns names at any depth; an empty name means the body itself. List items and parts of composed schemas share the name of the property
 * that contains them. Each schema is visited once per name, so circular schemas take linear time.
 */
export function sensitiveProperties(node: SchemaNode, named: Named): string[] {
  const names = new Set<string>();
  const entered = new Map<SchemaNode, Set<string>>();
  // The function uses a loop instead of recursion, because chains of references may exceed the stack size.
  const pending: (readonly [SchemaNode, string])[] = [[node, ""]];
  for (const [part, name] of pending) {
    if (isSensitive(part, named)) {
      names.add(name);
      continue;
    }
    const target = targetOf(part, named);
    const enteredAs = entered.get(target) ?? new Set();
    if (enteredAs.has(name)) continue;
    if (enteredAs.size === 0 && target.kind === "object") {
      for (const [property, value] of target.properties) pending.push([value, property]);
    }
    entered.set(target, enteredAs.add(name));
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
export function listLimits(node: SchemaNode, named: Named): Limit[] {
  return composedOf(node, named, ["intersection"]).flatMap((part) => {
    if (part.kind === "array") return limitAt("", part, named);
    if (part.kind !== "object") return [];
    return [...part.properties].flatMap(([name, property]) => limitAt(`/${escapePointer(name)}`, property, named));
  });
}

function limitAt(pointer: string, node: SchemaNode, named: Named): Limit[] {
  return composedOf(node, named, ["union"]).flatMap((part) =>
    part.kind === "array" && part.maxItems !== undefined ? [{ pointer, maxItems: part.maxItems }] : [],
  );
}

export function enumsOf(node: SchemaNode, named: Named): [property: string, values: readonly Json[]][] {
  if (node.kind === "intersection") return node.parts.flatMap((part) => enumsOf(part, named));
  if (node.kind !== "object") return [];
  return [...node.properties].flatMap(([property, schema]): [string, readonly Json[]][] => {
    const target = targetOf(schema, named);
    const values = target.kind === "array" ? target.items : target;
    return values?.kind === "enum" ? [[property, values.values]] : [];
  });
}
