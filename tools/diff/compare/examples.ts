import type { Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import { isSame, mapOf, pairNames, quote } from "../json.ts";
import { adds, at, breaks, type Difference, reads, type Steps } from "./finding.ts";

/** The values of a named example, keyed by place. The same name on a request and a response denotes one example. */
type Values = ReadonlyMap<string, Json>;

/** Clients request examples from the mock by name (`Prefer`), so removing a name is a breaking change, but changing the data is not. */
export function compareExamples(old: unknown, now: unknown, steps: Steps): Difference[] {
  const [before, after] = [examplesOf(old as Json), examplesOf(now as Json)];
  // Skips examples of added or removed parameters and responses, which are reported separately.
  const shared = [...after.places].filter((place) => before.places.has(place));
  return pairNames(before.named, after.named).flatMap(({ name, old: values, now: valuesNow }) => {
    const example = `The example ${quote(name)}`;
    if (valuesNow === undefined) {
      return at(steps, breaks("example-removed", `${example} was removed. Requests that name it in \`Prefer\` do not get it.`));
    }
    if (values === undefined) return at(steps, adds("example-added", `${example} was added.`));
    const isChanged = shared.some((place) => !isSame(values.get(place), valuesNow.get(place)));
    return at(steps, isChanged ? reads("example-changed", `The data of the example ${quote(name)} changed.`) : undefined);
  });
}

function examplesOf(node: Json): { readonly named: ReadonlyMap<string, Values>; readonly places: ReadonlySet<string> } {
  const lists = listExamples(node, "");
  const named = new Map<string, Map<string, Json>>();
  for (const { place, examples } of lists) {
    for (const [name, value] of mapOf(examples)) named.set(name, (named.get(name) ?? new Map()).set(place, value));
  }
  return { named, places: new Set(lists.map(({ place }) => place)) };
}

/** A place contains the name of a parameter, not its index. */
function listExamples(node: Json, place: string): { readonly place: string; readonly examples: Json }[] {
  if (Array.isArray(node)) return node.flatMap((item: Json) => listExamples(item, `${place}/${isObject(item) ? item["name"] : ""}`));
  return [...mapOf(node)].flatMap(([key, value]) => {
    if (key === "schema") return [];
    return key === "examples" ? [{ place, examples: value }] : listExamples(value, `${place}/${key}`);
  });
}
