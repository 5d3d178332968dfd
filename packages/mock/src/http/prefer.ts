export interface Preference {
  readonly code?: string;
  readonly example?: string;
  /** With `true`, the response is generated from the schema instead of taken from an example. */
  readonly dynamic?: string;
  readonly seed?: string;
}

const preferenceNames = ["code", "example", "dynamic", "seed"] as const;
const none: Preference = {};
const token = /([\w!#$%&'*+.^`|~-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?/g;

/** Ignores unknown preferences and repeated names, as RFC 7240 requires. */
export function readPrefer(header: string | undefined): Preference {
  if (header === undefined) return none;
  const values = new Map<string, string>();
  for (const [, name = "", quotedValue, plain] of header.matchAll(token)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quotedValue?.replaceAll(/\\(.)/g, "$1") ?? plain ?? "");
  }
  return Object.fromEntries(preferenceNames.filter((name) => values.has(name)).map((name) => [name, values.get(name)]));
}

export function writePrefer(preference: Preference): string {
  return Object.entries(preference)
    .map(([name, value]) => (value === "" ? name : `${name}=${/^[\w.-]+$/.test(value) ? value : JSON.stringify(value)}`))
    .join(", ");
}
