import { shortened } from "./fields.ts";
import type { Operation } from "./operations.ts";

const maxLength = 200;
const maxParts = 40;
const maxPartLength = 40;
const hidden = "{…}";

// Everything that names or ids are written with, and the placeholders of a program that forgot to fill them in.
const plain = /^[\w .~:@{}[\]<>$!'()*+,-]*$/;
const digits = /^[\d.-]*$/;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
// Every credential of the mock ends with the number of its account.
const withAccount = /-\d{1,12}$/;
const longWord = /[a-z]{25}/i;
const lettersAndDigits = /^(?=.*[a-z])(?=.*\d).{12}/i;
const beforeCredential = /(token|secret|password|credential|code|key|session)s?$/i;

/**
 * Makes the function that shows the path of a request without an operation as the client wrote it. It hides the parts that look
 * like credentials, and those behind a part that announces one, such as `access-tokens`; parts of the document's own paths are
 * always shown.
 */
export function typedPath(operations: readonly Operation[]): (path: string) => string {
  const known = new Set(operations.flatMap((operation) => operation.path.split("/")));
  return (path) => {
    let isBehind = false;
    const parts = path.split("/", maxParts).map((part) => {
      if (known.has(part) || part === "") {
        isBehind ||= beforeCredential.test(part);
        return part;
      }
      const shown = isBehind ? hidden : shownPart(part);
      isBehind ||= shown !== hidden && beforeCredential.test(part);
      return shown;
    });
    return shortened(parts.join("/"), maxLength);
  };
}

function shownPart(written: string): string {
  const part = decoded(written);
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
  if (digits.test(part)) return false;
  return withAccount.test(part) || longWord.test(part) || lettersAndDigits.test(part);
}
