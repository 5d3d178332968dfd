import { invalidRequest } from "../contract/errors/rejection.ts";

/** Converts a template to Hono's syntax. Does not preserve parameter names, because `readPath` reads the values. */
export function honoPath(template: string): string {
  return template
    .split("/")
    .map((part, index) => (nameIn(part) === undefined ? part : `:part${index}`))
    .join("/");
}

/** @throws Rejection when a value is not percent-encoded UTF-8 */
export function readPath(template: string, path: string): Record<string, string> {
  const places = placesOf(template);
  if (places.length === 0) return {};
  const segments = path.split("/");
  return Object.fromEntries(places.map(({ index, name }) => [name, decode(name, segments[index] ?? "")]));
}

interface Place {
  readonly index: number;
  readonly name: string;
}

const cache = new Map<string, readonly Place[]>();

/** Caches each result. The number of templates is bounded, because all come from documents. */
function placesOf(template: string): readonly Place[] {
  const read = cache.get(template);
  if (read) return read;
  const places = template.split("/").flatMap((part, index) => {
    const name = nameIn(part);
    return name === undefined ? [] : [{ index, name }];
  });
  cache.set(template, places);
  return places;
}

/** A parameter is a whole segment; the linter rejects others. */
function nameIn(part: string): string | undefined {
  return part.startsWith("{") ? part.slice(1, -1) : undefined;
}

function decode(name: string, part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalidRequest([{ in: name, code: "percentEncoding", message: `${name} must be percent-encoded UTF-8` }]);
  }
}
