import { buffer } from "node:stream/consumers";
import { endedEarly } from "../front/body/readBody.ts";
import type { Wire } from "../front/wire/wire.ts";

export type Fields = readonly (readonly [name: string, value: string])[];

export interface ProxyRequest {
  readonly method: string;
  /** The path and query, which are not normalized if the request was received over a connection. */
  readonly target: string;
  readonly fields: Fields;
  readonly bytes: Uint8Array;
  readonly signal: AbortSignal;
}

/** Uses the connection if there is one, because a `Request` with the method GET cannot have a body. */
export async function receive(request: Request, wire: Wire | undefined): Promise<ProxyRequest> {
  const { method, signal } = request;
  if (!wire) {
    const { pathname, search } = new URL(request.url);
    const bytes = new Uint8Array(await request.arrayBuffer().catch(rejectEarlyEnd));
    return { method, target: pathname + search, fields: [...request.headers], bytes, signal };
  }
  const { incoming } = wire;
  const bytes = await buffer(incoming).catch(rejectEarlyEnd);
  return { method, target: withoutOrigin(incoming.url ?? "/"), fields: pairs(incoming.rawHeaders), bytes, signal };
}

function rejectEarlyEnd(): never {
  throw endedEarly();
}

export function pairs(rawHeaders: readonly string[]): Fields {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [rawHeaders[2 * index] ?? "", rawHeaders[2 * index + 1] ?? ""]);
}

function withoutOrigin(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?]*/i, "");
  return path.startsWith("/") ? path : `/${path}`;
}
