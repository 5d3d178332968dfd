import { unreadableBody } from "../../contract/errors/rejection.ts";
import { rejectOversizedForm, rejectOversizedJson } from "../../contract/request/bodySize.ts";
import { groupByName } from "../../http/httpRequest.ts";
import { jsonProblem } from "../../http/jsonProblem.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns the parsed body and its length in characters. Fields of forms are strings or lists of strings. Errors never quote the body. */
export function parseBody(bytes: Uint8Array, mediaType: string, maxValues: number): { value: unknown; length: number } {
  if (mediaType === "application/json") {
    rejectOversizedJson(bytes, maxValues);
    const text = decode(bytes, "body");
    return { value: parseJson(text), length: text.length };
  }
  rejectOversizedForm(bytes);
  const text = decode(bytes, "form");
  return { value: groupByName(new URLSearchParams(text)), length: text.length };
}

function decode(bytes: Uint8Array, what: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadableBody("VALIDATION_ERROR", `The ${what} is not UTF-8.`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadableBody("VALIDATION_ERROR", `The body is not JSON: ${jsonProblem(text)}.`);
  }
}
