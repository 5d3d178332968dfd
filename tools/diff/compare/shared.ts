import type { Aligned } from "../documents/align.ts";
import { type Part, partKinds } from "../documents/names.ts";
import { isSame, mapOf, pairNames, resolve } from "../json.ts";
import { compareBodies, compareHeader, compareResponse } from "./bodies.ts";
import { compareExamples } from "./examples.ts";
import { type Difference, gravest, type Steps } from "./finding.ts";
import { compareParameter } from "./parameters.ts";
import { compareSchemas } from "./schemas/compareSchemas.ts";
import type { FindUse } from "./uses.ts";

/**
 * Compares each part that operations share with itself, once, whether an operation still refers to it or not: people import its
 * type. Where a reference to it is the same on both sides, operations do not look further.
 */
export function compareShared(aligned: Aligned, useOf: FindUse): Difference[] {
  const { before, after } = aligned;
  return partKinds.flatMap((kind) =>
    pairNames(mapOf(before.components?.[kind]), mapOf(after.components?.[kind])).flatMap(({ name, old, now }) => {
      if (old === undefined || now === undefined || isSame(old, now)) return [];
      const steps: Steps = ["components", kind, name];
      if (kind === "schemas") return compareSharedSchema(aligned, { steps, part: `${kind}/${name}`, old, now }, useOf);
      const compare = { parameters: compareParameter, requestBodies: compareBodies, responses: compareResponse, headers: compareHeader }[
        kind
      ];
      const [one, other] = [resolve(before, old), resolve(after, now)];
      return [...compare(one, other, steps, aligned), ...compareExamples(one, other, steps)];
    }),
  );
}

type Sides = Parameters<typeof compareSchemas>;

/** A schema that travels both ways is compared for each, and the graver effect of a change counts. */
function compareSharedSchema(
  aligned: Aligned,
  { steps, part, old, now }: { readonly steps: Steps; readonly part: Part; readonly old: Sides[0]; readonly now: Sides[1] },
  useOf: FindUse,
): Difference[] {
  const { directions } = useOf(part);
  const used = directions.length === 0 ? (["response"] as const) : directions;
  const found = used.map((direction) => compareSchemas(old, now, { steps, direction }, aligned));
  return found.length === 1 ? found.flat() : graverOnes(found.flat());
}

/** Where one keyword differs in both directions, only the gravest differences, and those of one rule as one. */
function graverOnes(differences: readonly Difference[]): Difference[] {
  const byKeyword = groupBy(differences, ({ steps, keyword, message }) => JSON.stringify([steps, keyword ?? message]));
  return byKeyword.flatMap((same) => {
    const effect = gravest(same);
    const byRule = groupBy(
      same.filter((one) => one.effect === effect),
      ({ rule }) => rule,
    );
    return byRule.map(([first, ...others]) => ({
      ...first,
      message: [...new Set([first, ...others].map(({ message }) => message))].join(" "),
    }));
  });
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): [Item, ...Item[]][] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
