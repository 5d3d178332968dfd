import type { OpenApiDocument } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { shortened } from "../contract/problems/fields.ts";

const maxLength = 200;
const maxParts = 40;
const maxPartLength = 40;
const hiddenPart = "{…}";

// Matches words with an optional number or version, such as `single-email-v2`, and words in brackets, as in an unfilled template.
const words = /^[{<]?_*[a-z]{1,24}([._-][a-z]{1,24})*([_-]?v\d{1,2}|\d{1,2})?[}>]?$/i;
// Matches ids and dates. Longer numbers may be credentials.
const digits = /^[\d.-]{1,19}$/;
// Matches the number in names such as `tickets-2`. The mock's credentials end with an account id, which is usually longer.
const numberSuffix = /-\d{1,2}$/;
// Matches the prefix of an API key, such as `sk_live_abc`.
const keyPrefix = /^[sp]k[_-]/i;
const beforeCredential = /(token|secret|password|credential|code|key|session)s?$/i;

export interface ShownPathsOptions {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  readonly onlyKnown?: boolean;
}

/** Hides unknown path segments that may be credentials: unusual words, and any segment after a name such as `access-tokens`. */
export function shownPaths({ document, operations, onlyKnown = false }: ShownPathsOptions): (path: string) => string {
  const prefixes = (document["x-sunset-interfaces"] ?? []).flatMap(({ pathPrefixes }) => pathPrefixes);
  const knownParts = new Set([...operations.map(({ path }) => path), ...prefixes].flatMap((path) => path.split("/")));
  return (path) => {
    let isBehind = false;
    const parts = path.split("/", maxParts).map((part) => {
      const isKnown = knownParts.has(part) || part === "";
      const isShown = isKnown || (!isBehind && !onlyKnown && isHarmless(part, knownParts));
      isBehind ||= isShown && beforeCredential.test(part);
      return isShown ? (isKnown ? part : decodeURIComponent(part)) : hiddenPart;
    });
    return shortened(parts.join("/"), maxLength);
  };
}

function isHarmless(encodedPart: string, knownParts: ReadonlySet<string>): boolean {
  const part = decode(encodedPart);
  if (part.length > maxPartLength || keyPrefix.test(part)) return false;
  return digits.test(part) || words.test(part) || (numberSuffix.test(part) && knownParts.has(part.replace(numberSuffix, "")));
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "%";
  }
}
