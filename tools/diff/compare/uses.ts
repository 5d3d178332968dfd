import { componentsBelow } from "../../openapi/resolve.ts";
import type { Aligned } from "../documents/align.ts";
import type { Part } from "../documents/names.ts";
import type { Direction } from "./finding.ts";

export interface Use {
  readonly operations: readonly string[];
  readonly directions: readonly Direction[];
}

export type FindUse = (part: Part) => Use;

export function findUses({ before, after, pairs }: Aligned): FindUse {
  const operations = new Map<Part, Set<string>>();
  const directions = new Map<Part, Set<Direction>>();
  for (const [document, side] of [[before, "before"] as const, [after, "after"] as const]) {
    // A receiver of webhooks reads their bodies.
    for (const part of componentsBelow(document, document.webhooks ?? {}))
      directions.set(part, new Set(["response", ...(directions.get(part) ?? [])]));
    for (const pair of pairs) {
      const { parameters, requestBody, responses } = pair[side].operation;
      for (const [direction, node] of [["request", { parameters, requestBody }] as const, ["response", { responses }] as const]) {
        for (const part of componentsBelow(document, node)) {
          operations.set(part, (operations.get(part) ?? new Set()).add(pair.after.id));
          directions.set(part, (directions.get(part) ?? new Set()).add(direction));
        }
      }
    }
  }
  const order = pairs.map(({ after: { id } }) => id);
  return (part) => ({
    operations: order.filter((id) => operations.get(part)?.has(id)),
    directions: directionsOf(part, directions.get(part) ?? new Set()),
  });
}

/** A response is never part of a request, even if one of its links refers to a request. */
function directionsOf(part: Part, used: ReadonlySet<Direction>): readonly Direction[] {
  if (/^(responses|headers)\//.test(part)) return ["response"];
  if (/^(parameters|requestBodies)\//.test(part)) return ["request"];
  return (["request", "response"] as const).filter((direction) => used.has(direction));
}
