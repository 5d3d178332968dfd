import type { Json } from "../../openapi/document.ts";
import type { Aligned } from "../documents/align.ts";
import { partKinds } from "../documents/names.ts";
import { groupBy, mapOf, resolve } from "../json.ts";
import { compareBodies, compareResponse } from "./bodies.ts";
import { compareExamples } from "./examples.ts";
import { type Difference, gravest, type Steps } from "./finding.ts";
import { compareNamed } from "./named.ts";
import { compareHeader, compareParameter } from "./parameters.ts";
import { compareSchemas } from "./schemas/compareSchemas.ts";
import type { FindUse } from "./uses.ts";

/**
 * Compares each part that operations share with itself, once, whether an operation still refers to it or not: people import its
 * type. Where a reference to it is the same on both sides, operations do not look further.
 */
export function compareShared(aligned: Aligned, useOf: FindUse): Difference[] {
  const { before, after } = aligned;
  return partKinds.flatMap((kind) =>
    compareNamed(mapOf(before.components?.[kind]), mapOf(after.components?.[kind]), {
      steps: (name) => ["components", kind, name],
      // Added and removed parts are reported by their names.
      added: () => undefined,
      removed: () => undefined,
      changed: (old, now, steps) => {
        if (kind === "schemas") return compareSharedSchema(aligned, old, now, steps, useOf);
        const [one, other] = [resolve(before, old), resolve(after, now)];
        return [...comparisons[kind](one, other, steps, aligned), ...compareExamples(one, other, steps)];
      },
    }),
  );
}

const comparisons = {
  parameters: compareParameter,
  requestBodies: compareBodies,
  responses: compareResponse,
  headers: compareHeader,
};

/** A schema that travels both ways is compared for each, and the more severe effect of a change counts. */
function compareSharedSchema(aligned: Aligned, old: Json, now: Json, steps: Steps, useOf: FindUse): Difference[] {
  const { directions } = useOf(`${steps[1]}/${steps[2]}`);
  const used = directions.length === 0 ? (["response"] as const) : directions;
  const found = used.map((direction) => compareSchemas(old, now, { steps, direction }, aligned));
  return found.length === 1 ? found.flat() : gravestOnes(found.flat());
}

/** Where one keyword differs in both directions, only the most severe differences, and those of one rule as one. */
function gravestOnes(differences: readonly Difference[]): Difference[] {
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
