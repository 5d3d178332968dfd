/**
 * The `x-…` extensions of our documents, typed. `spec/README.md` says what they mean; the lint rules refuse malformed ones
 * in our own spec, and a foreign document has to do without: what is malformed there counts as absent.
 */
import type { Json } from "../../openapi/document.ts";
import { isObject } from "../../openapi/json.ts";
import { pointerKeys } from "../../openapi/pointer.ts";

/** `x-retry`: may a request be sent again when nobody knows whether the first one took effect? */
export type Retry = "safe" | "never" | "on-rate-limit";

/** `x-pagination`: how to walk through the pages. Pointers begin with a slash, other values name query parameters. */
export type Pagination =
  | { readonly style: "offset"; readonly limit: string; readonly offset: string; readonly items: string; readonly total: string }
  | {
      readonly style: "chunks";
      readonly limit: string;
      readonly cursor: string;
      readonly items: string;
      readonly more: string;
      readonly next: string;
    }
  | {
      readonly style: "input";
      readonly inputs: string;
      readonly id: string;
      readonly cursor: string;
      readonly results: string;
      readonly of: string;
      readonly items: string;
      readonly next: string;
    };

/** `x-batch`: the list of inputs in the request that may be sent in parts, and that of the results in the answer, as pointers. */
export interface BatchPointers {
  readonly inputs: string;
  readonly results: string | undefined;
  readonly match: BatchMatch | undefined;
}

/** `match` of `x-batch`: how inputs correspond to results and errors, as pointers into one of each. */
export interface BatchMatch {
  readonly input: readonly string[];
  readonly result: readonly string[];
  readonly errors?: string;
  readonly variant?: string;
  readonly property?: { readonly name: string; readonly values: string };
}

/** `x-sunset`: the day a deprecated operation stops, and what to use instead (`null`: none announced). */
export interface Sunset {
  readonly date: string | null;
  readonly replacement: string | null;
}

/** One entry of `x-sunset-interfaces`: an interface that is gone. */
export interface SunsetInterface {
  readonly name: string;
  readonly date: string;
  readonly replacement: string | null;
  readonly pathPrefixes: readonly string[];
}

/** One `x-evidence` mark and the place it stands at. */
export interface Evidence {
  /** JSON pointer into the bundle. */
  readonly pointer: string;
  /** The same place in words that a reader of the reference knows, for example `meetings.batchRead › parameter archived`. */
  readonly place: string;
  readonly grade: string;
  readonly note: string;
}

const retries: readonly string[] = ["safe", "never", "on-rate-limit"] satisfies Retry[];

/** Methods that RFC 9110 (section 9.2.2) calls idempotent. */
const idempotentMethods = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"];

/** Reads `x-retry`; a document without it is retried as HTTP alone allows. */
export function readRetry(value: Json | undefined, method: string): Retry {
  if (typeof value === "string" && retries.includes(value)) return value as Retry;
  return idempotentMethods.includes(method) ? "safe" : "on-rate-limit";
}

const paginationMembers = {
  offset: { parameters: ["limit", "offset"], pointers: ["items", "total"] },
  chunks: { parameters: ["limit", "cursor"], pointers: ["items", "more", "next"] },
  input: { parameters: [], pointers: ["inputs", "id", "cursor", "results", "of", "items", "next"] },
};

/** Pointers to what the client puts into a request or a result itself, and so have one step. */
const steps = ["inputs", "cursor", "items"];

/** Reads `x-pagination`, keeping only the members of its style. */
export function readPagination(value: Json | undefined): Pagination | undefined {
  if (!isObject(value)) return undefined;
  const style = value["style"];
  if (style !== "offset" && style !== "chunks" && style !== "input") return undefined;
  const { parameters, pointers } = paginationMembers[style];
  if (!parameters.every((member) => typeof value[member] === "string") || !pointers.every((member) => isPointer(value[member]))) {
    return undefined;
  }
  if (style === "input" && !steps.every((member) => isStep(value[member]))) return undefined;
  return { style, ...Object.fromEntries([...parameters, ...pointers].map((member) => [member, value[member]])) } as unknown as Pagination;
}

/** Reads `x-batch`. */
export function readBatch(value: Json | undefined): BatchPointers | undefined {
  if (!isObject(value)) return undefined;
  const { inputs, results, match } = value;
  if (inputs !== "" && !isStep(inputs)) return undefined;
  if (results !== undefined && !isStep(results)) return undefined;
  return { inputs, results, match: results === undefined ? undefined : readMatch(match) };
}

function readMatch(value: Json | undefined): BatchMatch | undefined {
  if (!isObject(value)) return undefined;
  const { input, result, errors, variant, property } = value;
  if (!isPointerList(input) || !isPointerList(result) || input.length !== result.length) return undefined;
  if ((errors !== undefined && !isPointer(errors)) || (variant !== undefined && !isPointer(variant))) return undefined;
  const byId = { input, result, ...(errors !== undefined && { errors }), ...(variant !== undefined && { variant }) };
  if (property === undefined) return byId;
  if (!isObject(property)) return undefined;
  const { name, values } = property;
  return isPointer(name) && isPointer(values) ? { ...byId, property: { name, values } } : undefined;
}

/** Reads `x-idempotency-key`, as the names that lead to the key. */
export function readIdempotencyKey(value: Json | undefined): readonly string[] | undefined {
  return isPointer(value) ? pointerKeys(value) : undefined;
}

function isPointer(value: Json | undefined): value is string {
  return typeof value === "string" && /^(\/([^/~]|~[01])+)+$/.test(value);
}

function isPointerList(value: Json | undefined): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPointer);
}

function isStep(value: Json | undefined): value is string {
  return isPointer(value) && value.lastIndexOf("/") === 0;
}

export function readSunset(value: Json | undefined): Sunset | undefined {
  if (!isObject(value)) return undefined;
  const { date, replacement } = value;
  if (!isTextOrNull(date) || !isTextOrNull(replacement)) return undefined;
  return { date, replacement };
}

export function readSunsetInterfaces(value: Json | undefined): SunsetInterface[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).flatMap(({ name, date, replacement = null, pathPrefixes }) => {
    if (typeof name !== "string" || typeof date !== "string" || !Array.isArray(pathPrefixes)) return [];
    return [{ name, date, replacement: typeof replacement === "string" ? replacement : null, pathPrefixes: pathPrefixes.map(String) }];
  });
}

function isTextOrNull(value: Json | undefined): value is string | null {
  return typeof value === "string" || value === null;
}
