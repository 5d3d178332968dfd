import type { Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import { isSame, mapOf, quote } from "../json.ts";
import { adds, at, breaks, type Difference, reads, type Steps } from "./finding.ts";

/** The values of one named example, by their place: a name on request and response is one example. */
type Values = ReadonlyMap<string, Json>;

/**
 * The named examples of an operation or of a shared part. Programs ask the mock for an example by its name, with `Prefer`: its
 * data may change, and a name that is gone is missed.
 */
export function compareExamples(old: unknown, now: unknown, steps: Steps): Difference[] {
  const [before, after] = [examplesOf(old as Json), examplesOf(now as Json)];
  const gone = [...before.named.keys()].filter((name) => !after.named.has(name));
  const come = [...after.named.keys()].filter((name) => !before.named.has(name));
  // An example that came or went with its parameter or response is told with that.
  const shared = [...after.places].filter((place) => before.places.has(place));
  const changed = [...after.named].filter(([name, values]) => {
    const old = before.named.get(name);
    return old !== undefined && shared.some((place) => !isSame(old.get(place), values.get(place)));
  });
  return at(
    steps,
    ...gone.map((name) =>
      breaks("example-removed", `The example ${quote(name)} was removed: requests that name it in \`Prefer\` do not get it.`),
    ),
    ...come.map((name) => adds("example-added", `The example ${quote(name)} is new.`)),
    ...changed.map(([name]) => reads("example-changed", `The data of the example ${quote(name)} changed.`)),
  );
}

function examplesOf(node: Json): { readonly named: ReadonlyMap<string, Values>; readonly places: ReadonlySet<string> } {
  const lists = listExamples(node, "");
  const named = new Map<string, Map<string, Json>>();
  for (const { place, examples } of lists) {
    for (const [name, value] of mapOf(examples)) named.set(name, (named.get(name) ?? new Map()).set(place, value));
  }
  return { named, places: new Set(lists.map(({ place }) => place)) };
}

/** All maps of examples in a node, each with its place; a parameter is a place by its name and not by its index. */
function listExamples(node: Json, place: string): { readonly place: string; readonly examples: Json }[] {
  if (Array.isArray(node)) return node.flatMap((item: Json) => listExamples(item, `${place}/${isObject(item) ? item["name"] : ""}`));
  return [...mapOf(node)].flatMap(([key, value]) => {
    if (key === "schema") return [];
    return key === "examples" ? [{ place, examples: value }] : listExamples(value, `${place}/${key}`);
  });
}
