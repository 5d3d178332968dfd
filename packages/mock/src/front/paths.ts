import { invalidRequest } from "../contract/errors/refusal.ts";
import type { Operation } from "../contract/openapi/operations.ts";

const parameter = /\{([^}]+)\}/g;

/** A path of the document as Hono writes it. Values are read by `readPath`, so its names need only differ. */
export function honoPath(template: string): string {
  return template
    .split("/")
    .map((part, index) => {
      if (!part.includes("{")) return part;
      // Without a pattern where none is needed: Hono need not run a regular expression for it.
      return isParameter(part) ? `:part${index}` : `:part${index}{${patternOf(part, "[^/]+")}}`;
    })
    .join("/");
}

/** The methods of every path, as Hono writes it, that an operation or a page answers. */
export function allowedMethods(
  operations: readonly Operation[],
  pages: readonly (readonly [path: string, method: string])[],
): Map<string, string[]> {
  const declared = operations.map(({ path, method }) => [honoPath(path), method] as const);
  const methods = new Map<string, string[]>();
  for (const [path, method] of [...pages, ...declared]) {
    const allowed = methods.get(path) ?? [];
    methods.set(path, [...new Set([...allowed, ...(method === "GET" ? ["GET", "HEAD"] : [method])])]);
  }
  return methods;
}

/**
 * The values at the `{name}` places of a path that the router has found to fit.
 * @throws Refusal when one is not percent-encoded UTF-8
 */
export function readPath(template: string, path: string): Record<string, string> {
  const places = placesOf(template);
  if (places.length === 0) return {};
  const values: [string, string][] = [];
  const written = path.split("/");
  for (const { index, names, pattern } of places) {
    const value = decoded(names, written[index] ?? "");
    const found = pattern ? (pattern.exec(value)?.slice(1) ?? []) : [value];
    for (const [place, name] of names.entries()) values.push([name, found[place] ?? ""]);
  }
  return Object.fromEntries(values);
}

/** A part of a path that has parameters. */
interface Place {
  readonly index: number;
  readonly names: readonly string[];
  /** Finds the values, where the part is more than one parameter. */
  readonly pattern: RegExp | undefined;
}

const known = new Map<string, readonly Place[]>();

/** There are as many templates as paths in documents, so they are read once. */
function placesOf(template: string): readonly Place[] {
  const read = known.get(template);
  if (read) return read;
  const places = template.split("/").flatMap((part, index) => {
    const names = [...part.matchAll(parameter)].map(([, name = ""]) => name);
    const pattern = isParameter(part) ? undefined : new RegExp(`^${patternOf(part, "(.+?)")}$`, "s");
    return names.length === 0 ? [] : [{ index, names, pattern }];
  });
  known.set(template, places);
  return places;
}

function isParameter(part: string): boolean {
  return /^\{[^}]+\}$/.test(part);
}

/** A part of a path as a regular expression, with a pattern where parameters stand. */
function patternOf(part: string, pattern: string): string {
  return part
    .split(parameter)
    .map((piece, index) => (index % 2 === 1 ? pattern : piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")))
    .join("");
}

function decoded(names: readonly string[], part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalidRequest(names.map((name) => ({ in: name, code: "percentEncoding", message: `${name} must be percent-encoded UTF-8` })));
  }
}
