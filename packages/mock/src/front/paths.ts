import { invalidRequest } from "../contract/errors/rejection.ts";

const parameter = /\{([^}]+)\}/g;

/** Converts a template to Hono's syntax. Does not preserve parameter names, because `readPath` reads the values. */
export function honoPath(template: string): string {
  return template
    .split("/")
    .map((part, index) => {
      if (!part.includes("{")) return part;
      // Hono matches plain parameters without a regular expression.
      return isParameter(part) ? `:part${index}` : `:part${index}{${patternOf(part, "[^/]+")}}`;
    })
    .join("/");
}

/** @throws Rejection when a value is not percent-encoded UTF-8 */
export function readPath(template: string, path: string): Record<string, string> {
  const places = placesOf(template);
  if (places.length === 0) return {};
  const values: [string, string][] = [];
  const segments = path.split("/");
  for (const { index, names, pattern } of places) {
    const value = decode(names, segments[index] ?? "");
    const texts = pattern ? (pattern.exec(value)?.slice(1) ?? []) : [value];
    for (const [place, name] of names.entries()) values.push([name, texts[place] ?? ""]);
  }
  return Object.fromEntries(values);
}

interface Place {
  readonly index: number;
  readonly names: readonly string[];
  /** The pattern is absent if the segment is a single parameter. */
  readonly pattern: RegExp | undefined;
}

const cache = new Map<string, readonly Place[]>();

/** Caches each result. The number of templates is bounded, because all come from documents. */
function placesOf(template: string): readonly Place[] {
  const read = cache.get(template);
  if (read) return read;
  const places = template.split("/").flatMap((part, index) => {
    const names = [...part.matchAll(parameter)].map(([, name = ""]) => name);
    const pattern = isParameter(part) ? undefined : new RegExp(`^${patternOf(part, "(.+?)")}$`, "s");
    return names.length === 0 ? [] : [{ index, names, pattern }];
  });
  cache.set(template, places);
  return places;
}

function isParameter(part: string): boolean {
  return /^\{[^}]+\}$/.test(part);
}

function patternOf(part: string, pattern: string): string {
  return part
    .split(parameter)
    .map((piece, index) => (index % 2 === 1 ? pattern : piece.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")))
    .join("");
}

function decode(names: readonly string[], part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalidRequest(names.map((name) => ({ in: name, code: "percentEncoding", message: `${name} must be percent-encoded UTF-8` })));
  }
}
