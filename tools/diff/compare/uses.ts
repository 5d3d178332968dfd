import type { Document, Json, Operation } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import type { Aligned } from "../documents/align.ts";
import { type Part, referenceOf } from "../documents/names.ts";
import type { Direction } from "./finding.ts";

/** Which operations a part of the document concerns, and which way it travels. */
export interface Use {
  readonly operations: readonly string[];
  readonly directions: readonly Direction[];
}

/** Who uses which shared part, directly or by way of another one, before or after. */
export function findUses({ before, after }: Aligned): (part: Part) => Use {
  const ids = new Map<Part, Set<string>>();
  const directions = new Map<Part, Set<Direction>>();
  for (const document of [before, after]) {
    const reached = reachability(document);
    for (const operation of operationsOf(document)) {
      for (const [direction, nodes] of travelling(operation)) {
        for (const part of reached(nodes)) {
          ids.set(part, (ids.get(part) ?? new Set()).add(operation.operationId ?? ""));
          directions.set(part, (directions.get(part) ?? new Set()).add(direction));
        }
      }
    }
  }
  const order = operationsOf(after).map(({ operationId = "" }) => operationId);
  return (part) => ({
    operations: order.filter((id) => ids.get(part)?.has(id)),
    directions: (["request", "answer"] as const).filter((direction) => directions.get(part)?.has(direction)),
  });
}

/** What an operation sends and what it gets. */
function travelling({ parameters, requestBody, responses }: Operation): [Direction, Json][] {
  return [
    ["request", [parameters ?? [], requestBody ?? {}] as unknown as Json],
    ["answer", (responses ?? {}) as unknown as Json],
  ];
}

function operationsOf({ paths = {} }: Document): Operation[] {
  return Object.values(paths).flatMap((item) => Object.values(item) as Operation[]);
}

/** A function that gives all parts which a node leads to. */
function reachability({ components = {} }: Document): (node: Json) => Set<Part> {
  const partAt = (part: Part): Json | undefined => {
    const [kind = "", name = ""] = part.split("/");
    return (components[kind] as Record<string, Json> | undefined)?.[name];
  };
  const follow = (node: Json | undefined, reached: Set<Part>): Set<Part> => {
    // A discriminator refers by a text alone.
    const reference = typeof node === "string" ? node : referenceOf(node);
    const part = reference?.startsWith("#/components/") ? reference.slice("#/components/".length) : undefined;
    if (part !== undefined && !reached.has(part)) follow(partAt(part), reached.add(part));
    if (Array.isArray(node)) for (const item of node) follow(item as Json, reached);
    else if (isObject(node)) for (const value of Object.values(node)) follow(value, reached);
    return reached;
  };
  return (node) => follow(node, new Set());
}
