/** Which answer a client prefers, as it wrote it. */
export interface Preference {
  /** A status code, or `default`. */
  readonly code?: string;
  /** The name of an example. */
  readonly example?: string;
  /** `true` for data made by the schema instead of an example. */
  readonly dynamic?: string;
  /** Makes the same data each time. */
  readonly seed?: string;
}

const known = ["code", "example", "dynamic", "seed"] as const;
const none: Preference = {};
const token = /([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g;

/**
 * Reads a `Prefer` header (RFC 7240). Preferences that the mock does not know are left alone, and of two with the same
 * name the first counts, as the RFC wants it.
 */
export function readPrefer(header: string | undefined): Preference {
  if (header === undefined) return none;
  const found = new Map<string, string>();
  for (const [, name = "", quoted, plain] of header.matchAll(token)) {
    const key = name.toLowerCase();
    if (!found.has(key)) found.set(key, quoted?.replaceAll(/\\(.)/g, "$1") ?? plain ?? "");
  }
  return Object.fromEntries(known.filter((name) => found.has(name)).map((name) => [name, found.get(name)]));
}

/** The value of `Preference-Applied`; empty when nothing was asked for. */
export function writePrefer(preference: Preference): string {
  return Object.entries(preference)
    .map(([name, value]) => (value === "" ? name : `${name}=${/^[\w.-]+$/.test(value) ? value : JSON.stringify(value)}`))
    .join(", ");
}
