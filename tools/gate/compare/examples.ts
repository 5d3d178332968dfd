import type { Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import { isSame, type JsonMap, mapOf, pairs } from "../json.ts";
import type { Difference, Place } from "./difference.ts";

/** Compares the examples below a node by name, because the examples of a request and a response with the same name belong together. */
export function compareExamples(old: Json | undefined, now: Json | undefined, place: Place): Difference[] {
  if (old === undefined || now === undefined) return [];
  const [examples, examplesNow] = [examplesBelow(old), examplesBelow(now)];
  // Skips the examples of parameters and responses that were added or removed.
  const [places, placesNow] = [examples, examplesNow].map((one) => new Set(Object.values(one).flatMap(Object.keys)));
  return pairs(examples, examplesNow).flatMap(({ name, before, after }) => {
    const values = pairs(before ?? {}, after ?? {}).filter(({ name: one }) => places?.has(one) && placesNow?.has(one));
    const isChanged = values.some((one) => !isSame(one.before, one.after));
    return before !== undefined && after !== undefined && !isChanged ? [] : [{ place, topic: "example", name, before, after }];
  });
}

/** By name, and then by place. A place contains the name of a parameter, not its index. */
function examplesBelow(
  node: Json,
  place = "",
  // Without a prototype, because an example may be called `__proto__`.
  examples: Record<string, Record<string, Json>> = Object.create(null),
): Record<string, JsonMap> {
  for (const [key, value] of Array.isArray(node) ? node.entries() : Object.entries(mapOf(node))) {
    const step = Array.isArray(node) && isObject(value) ? value["name"] : key;
    if (key === "examples")
      for (const [name, example] of Object.entries(mapOf(value))) examples[name] = { ...examples[name], [place]: example };
    else if (key !== "schema") examplesBelow(value, `${place}/${step}`, examples);
  }
  return examples;
}
