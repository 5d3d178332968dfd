import type { Json } from "../../openapi/document.ts";
import { resolve } from "../../openapi/resolve.ts";
import type { Aligned } from "../documents/align.ts";
import { partKinds } from "../documents/names.ts";
import { mapOf } from "../json.ts";
import { compareBodies, compareResponse } from "./bodies.ts";
import { compareExamples } from "./examples.ts";
import { type Difference, mostSevereEffect, type Steps } from "./finding.ts";
import { compareNamed } from "./named.ts";
import { compareHeader, compareParameter } from "./parameters.ts";
import { compareSchemas } from "./schemas/compareSchemas.ts";
import type { FindUse } from "./uses.ts";

/** Parts that no operation uses are included, because their types are exported. */
export function compareShared(aligned: Aligned, useOf: FindUse): Difference[] {
  const { before, after } = aligned;
  return partKinds.flatMap((kind) =>
    compareNamed(mapOf(before.components?.[kind]), mapOf(after.components?.[kind]), {
      steps: (name) => ["components", kind, name],
      // `names.ts` reports added and removed parts.
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

/** If a change has different effects in requests and responses, the more severe effect applies. */
function compareSharedSchema(aligned: Aligned, old: Json, now: Json, steps: Steps, useOf: FindUse): Difference[] {
  const { directions } = useOf(`${steps[1]}/${steps[2]}`);
  const used = directions.length === 0 ? (["response"] as const) : directions;
  const found = used.map((direction) => compareSchemas(old, now, { steps, direction }, aligned));
  return found.length === 1 ? found.flat() : mostSevere(found.flat());
}

function mostSevere(differences: readonly Difference[]): Difference[] {
  const byKeyword = Map.groupBy(differences, ({ steps, keyword, message }) => JSON.stringify([steps, keyword ?? message]));
  return [...byKeyword.values()].flatMap((same) => {
    const effect = mostSevereEffect(same);
    const byRule = new Map<string, Difference>();
    for (const one of same.filter((difference) => difference.effect === effect)) {
      const message = byRule.get(one.rule)?.message ?? "";
      const more = one.message.split(/(?<=\.) /).filter((sentence) => !message.includes(sentence));
      byRule.set(one.rule, { ...one, message: [message, ...more].filter(Boolean).join(" ") });
    }
    return [...byRule.values()];
  });
}
