import { type JsonObject, type OpenApiDocument, objectAt } from "../contract/openapi/document.ts";
import type { Operation } from "../contract/openapi/operations.ts";
import { shortened } from "../contract/problems/fields.ts";

const maxLength = 200;
const maxParts = 40;
const maxPartLength = 40;
const hidden = "{…}";

// Everything that names or ids are written with, and the placeholders of a program that forgot to fill them in.
const plain = /^[\w .~:@{}[\]<>$!'()*+,-]*$/;
// The ids and dates of the platform; a longer number may be a credential.
const digits = /^[\d.-]{1,19}$/;
const longNumber = /\d{20}/;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
// Every credential of the mock ends with the number of its account.
const withAccount = /-\d{1,12}$/;
const longWord = /[a-z]{25}/i;
const lettersAndDigits = /^(?=.*[a-z])(?=.*\d).{12}/i;
const beforeCredential = /(token|secret|password|credential|code|key|session)s?$/i;

// A credential together with its scheme or name, such as `Bearer abc` or `token:abc`, or with a key's prefix, such as `sk_live_abc`.
const namedCredential = /(bearer|basic|token|secret|password|credential|code|key|session)s?[ :=+]|^[sp]k[_-]/i;
// Words and a version, such as `single-email-v2`.
const versioned = /^[a-z]{1,24}([_-][a-z]{1,24})*[_-]?v\d{1,2}$/i;

// A numbered name, such as `tickets-2`. The numbers of accounts are usually longer.
const numbered = /-\d{1,2}$/;

export interface ShownPathsOptions {
  readonly document: OpenApiDocument;
  readonly operations: readonly Operation[];
  /** Hides every part that the document does not write itself, because any other part may be a token. */
  readonly onlyKnown?: boolean;
}

/**
 * Makes the function that shows the path of a request without an operation as the client wrote it. It hides the parts that look
 * like credentials, and those behind a part that announces one, such as `access-tokens`; parts of the document's own paths are
 * always shown.
 */
export function shownPaths({ document, operations, onlyKnown = false }: ShownPathsOptions): (path: string) => string {
  const prefixes = (document["x-sunset-interfaces"] ?? []).flatMap(({ pathPrefixes }) => pathPrefixes);
  const paths = [...operations.map((operation) => operation.path), ...prefixes, ...consentPaths(document)];
  const known = new Set(paths.flatMap((path) => path.split("/")));
  return (path) => {
    let isBehind = false;
    const parts = path.split("/", maxParts).map((part) => {
      if (known.has(part) || part === "") {
        isBehind ||= beforeCredential.test(part);
        return part;
      }
      const shown = isBehind || onlyKnown ? hidden : shownPart(part, known);
      isBehind ||= shown !== hidden && beforeCredential.test(part);
      return shown;
    });
    return shortened(parts.join("/"), maxLength);
  };
}

function shownPart(written: string, known: ReadonlySet<string>): string {
  const part = decoded(written);
  if (part !== undefined && numbered.test(part) && known.has(part.replace(numbered, ""))) return part;
  return part !== undefined && plain.test(part) && !isCredential(part) ? part : hidden;
}

function decoded(part: string): string | undefined {
  if (part.length > 3 * maxPartLength) return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

function isCredential(part: string): boolean {
  if (part.length > maxPartLength || uuid.test(part)) return true;
  if (namedCredential.test(part)) return true;
  if (digits.test(part) || versioned.test(part)) return false;
  return withAccount.test(part) || longNumber.test(part) || longWord.test(part) || lettersAndDigits.test(part);
}

/** Where users approve apps, by the security schemes of the document. */
function consentPaths(document: OpenApiDocument): string[] {
  const schemes = objectAt(document, objectAt(document, document as unknown as JsonObject, "components"), "securitySchemes");
  return Object.keys(schemes).flatMap((name) => {
    const flow = objectAt(document, objectAt(document, objectAt(document, schemes, name), "flows"), "authorizationCode");
    const { authorizationUrl: url } = flow;
    return typeof url === "string" ? [URL.parse(url, "http://relative.test")?.pathname ?? ""] : [];
  });
}
