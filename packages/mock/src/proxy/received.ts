import { withoutLimit } from "../front/body/bodyBudget.ts";
import { endedEarly, readBody } from "../front/body/readBody.ts";
import type { Wire } from "../front/wire/wire.ts";

/** Names and values of header fields, in their order. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** A request as it came, for the upstream to get. */
export interface Received {
  readonly method: string;
  /** Path and query, not normalised where the wire is known. */
  readonly target: string;
  readonly fields: Fields;
  readonly bytes: Uint8Array;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** Reads a request to its end: from the wire, where a GET can have a body; without one from the request itself. */
export async function receive(request: Request, wire: Wire | undefined): Promise<Received> {
  const { method, signal } = request;
  if (!wire) {
    const { pathname, search } = new URL(request.url);
    return { method, target: pathname + search, fields: [...request.headers], bytes: await readBody(request, withoutLimit), signal };
  }
  const { incoming } = wire;
  const bytes = await allOf(incoming).catch(() => {
    throw endedEarly();
  });
  return { method, target: withoutOrigin(incoming.url ?? "/"), fields: pairs(incoming.rawHeaders), bytes, signal };
}

/** All bytes of a message; fails when it ends before it is complete. */
export async function allOf(message: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Node's flat list of names and values as pairs. */
export function pairs(rawHeaders: readonly string[]): Fields {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [rawHeaders[2 * index] ?? "", rawHeaders[2 * index + 1] ?? ""]);
}

function withoutOrigin(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}
