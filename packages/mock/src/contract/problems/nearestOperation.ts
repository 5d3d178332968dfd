import type { Operation } from "../openapi/operations.ts";
import { distanceOf } from "./nearest.ts";

/** The longest path, in characters and in parts, for which a nearest operation is looked for: the search takes its time. */
const maxPathLength = 200;
const maxParts = 12;
/** A part in which more of the characters are different is another part. */
const maxDifference = 1 / 2;
/** How much the paths of a request and an operation have to have in common, from 0 to 1. */
const minLikeness = 1 / 2;
/** A value fits a parameter whatever it is, so it says little about what was meant. */
const likenessOfParameter = 0.2;
const costOfMethod = 0.1;

/**
 * Finds the operation that a request without one was probably meant for. Returns `undefined` when no operation is near, or when the
 * path is too long to compare.
 */
export function nearestOperation(operations: readonly Operation[], method: string, path: string): Operation | undefined {
  if (path.length > maxPathLength) return undefined;
  const parts = partsOf(path);
  if (parts.length > maxParts) return undefined;
  const likeness = likenesses();
  let nearest: { readonly operation: Operation; readonly score: number } | undefined;
  for (const operation of operations) {
    // A suggestion must not delete what the caller wanted to read or write.
    if (operation.method === "DELETE" && method !== "DELETE") continue;
    const wanted = partsOf(operation.path);
    const common = (2 * inCommon(parts, wanted, likeness)) / (parts.length + wanted.length);
    const score = common - (operation.method === method ? 0 : costOfMethod);
    if (common >= minLikeness && (nearest === undefined || score > nearest.score)) nearest = { operation, score };
  }
  return nearest?.operation;
}

/** The suggestion of an operation in a message. */
export function didYouMeanOperation({ method, path, operationId }: Operation): string {
  return `Did you mean ${method} ${path} (${operationId})?`;
}

function partsOf(path: string): string[] {
  return path.toLowerCase().split("/").slice(1);
}

type Likeness = (part: string, wanted: string) => number;

/** How many parts two paths have in common, in the same order; parts that are alike count in part. */
function inCommon(parts: readonly string[], wanted: readonly string[], likeness: Likeness): number {
  let row = [0, ...wanted.map(() => 0)];
  for (const part of parts) {
    const next = [0];
    for (const [index, other] of wanted.entries()) {
      next.push(Math.max((row[index] ?? 0) + likeness(part, other), row[index + 1] ?? 0, next[index] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** How much two parts are alike, from 0 to 1. The paths of operations share their parts, so each pair is compared once. */
function likenesses(): Likeness {
  const known = new Map<string, number>();
  return (part, wanted) => {
    if (part === wanted) return 1;
    if (wanted.includes("{")) return part === "" ? 0 : likenessOfParameter;
    const key = `${part}/${wanted}`;
    const likeness = known.get(key) ?? likenessOf(part, wanted);
    known.set(key, likeness);
    return likeness;
  };
}

function likenessOf(part: string, wanted: string): number {
  const longest = Math.max(part.length, wanted.length);
  if (Math.abs(part.length - wanted.length) > longest * maxDifference) return 0;
  const difference = distanceOf(part, wanted) / longest;
  return difference > maxDifference ? 0 : 1 - difference;
}
