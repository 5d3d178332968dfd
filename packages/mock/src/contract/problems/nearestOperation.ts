import type { Operation } from "../openapi/operations.ts";
import { distanceOf } from "./nearest.ts";

/** Longer paths are not compared, because the comparison would take too long. */
export const maxPathLength = 100;
/** The maximum fraction of characters that may differ between similar paths. */
const maxDifference = 0.35;
const costOfMethod = 0.1;

/** Returns `undefined` if no operation is similar. */
export function nearestOperation(operations: readonly Operation[], method: string, path: string): Operation | undefined {
  if (path.length > maxPathLength) return undefined;
  let nearest: Operation | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (const operation of operations) {
    // Never suggest DELETE to a caller that used another method.
    if (operation.method === "DELETE" && method !== "DELETE") continue;
    const candidate = filledIn(operation.path, path);
    const difference = distanceOf(path.toLowerCase(), candidate.toLowerCase()) / Math.max(path.length, candidate.length);
    const total = difference + (operation.method === method ? 0 : costOfMethod);
    if (difference > maxDifference || total >= smallest) continue;
    nearest = operation;
    smallest = total;
  }
  return nearest;
}

function filledIn(template: string, path: string): string {
  const values = path.split("/");
  const parts = template.split("/");
  return parts.map((part, index) => (part.startsWith("{") ? values[index] || part : part)).join("/");
}

export function didYouMeanOperation({ method, path, operationId }: Operation): string {
  return `Did you mean ${method} ${path} (${operationId})?`;
}
