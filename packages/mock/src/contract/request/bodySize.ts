import { type Rejection, unreadableBody } from "../errors/rejection.ts";
import type { Operation } from "../openapi/operations.ts";

export interface BodyLimits {
  bytesOf(operation: Operation): number;
  readonly values: number;
  /**
   * Maximum size of all bodies in memory. Unauthenticated operations have a separate budget, so that they cannot exhaust the main one. An
   * account or an address can use half of a budget.
   */
  readonly bufferedBytes: Readonly<Record<Operation["authentication"], number>>;
}

/** @param bodyLimit replaces the default limit of every operation */
export function bodyLimits(bodyLimit?: number): BodyLimits {
  return {
    bytesOf: ({ body }) => bodyLimit ?? (body?.mediaTypes.includes("application/json") ? defaultBodyLimit : smallBodyLimit),
    values: maxBodyValues,
    bufferedBytes: {
      required: Math.max(maxBufferedBytes, 2 * (bodyLimit ?? 0)),
      none: Math.max(maxUnauthenticatedBytes, 2 * (bodyLimit ?? 0)),
    },
  };
}

// This budget is sufficient for about thirty bodies of the default maximum size.
const maxBufferedBytes = 64 * 1024 * 1024;

// This budget is sufficient for more than a hundred forms of the maximum size.
const maxUnauthenticatedBytes = 8 * 1024 * 1024;

/** This limit allows about 1 KiB for each of the 2,000 inputs of the largest batch. */
const defaultBodyLimit = 2 * 1024 * 1024;

/** This limit applies to forms and to bodies that no operation reads. */
export const smallBodyLimit: number = 64 * 1024;

export const snapshotLimit: number = 512 * 1024 * 1024;

/** The number of values is limited, because handling a body blocks other requests. The largest batch has 12,000 values. */
export const maxBodyValues = 25_000;

/** The limit is generous: valid forms have at most ten fields. */
const maxFormFields = 1_000;

// The depth is limited because validation and JSON.stringify are recursive.
const maxDepth = 100;

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Counts the values before the JSON is parsed. If the JSON is invalid, the count may be too low. */
export function rejectOversizedJson(bytes: Uint8Array, maxValues: number): void {
  let values = 0;
  let depth = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) {
      index = endOfString(bytes, index + 1);
    } else if (byte === comma) {
      values += 1;
    } else if (byte === openList || byte === openObject) {
      depth += 1;
      if (depth > maxDepth) throw tooDeep();
      const next = bytes[index + 1];
      if (next !== closeList && next !== closeObject) values += 1;
    } else if (byte === closeList || byte === closeObject) {
      depth -= 1;
    } else continue;
    if (values > maxValues) throw unreadableBody("PAYLOAD_TOO_LARGE", `The body has more than ${maxValues} values.`);
  }
}

function endOfString(bytes: Uint8Array, start: number): number {
  let index = start;
  while (index < bytes.length && bytes[index] !== quote) index += bytes[index] === backslash ? 2 : 1;
  return index;
}

export function rejectOversizedForm(bytes: Uint8Array): void {
  let fields = 1;
  for (let at = bytes.indexOf(ampersand); at >= 0; at = bytes.indexOf(ampersand, at + 1)) {
    fields += 1;
    if (fields > maxFormFields) throw unreadableBody("PAYLOAD_TOO_LARGE", `The form has more than ${maxFormFields} fields.`);
  }
}

const ampersand = 0x26;

export function tooDeep(): Rejection {
  return unreadableBody("PAYLOAD_TOO_LARGE", `The body is nested more than ${maxDepth} levels deep.`);
}
