import { Rejection } from "../../contract/errors/rejection.ts";
import type { HttpRequest, Origin } from "../../http/httpRequest.ts";
import { readStream } from "../../http/readStream.ts";
import type { BodyRules } from "./bodyBudget.ts";

export function httpRequestOf(request: Request, rules: BodyRules, { remoteAddress, closing }: Origin): HttpRequest {
  let held = 0;
  const url = new URL(request.url);
  return {
    method: request.method,
    url,
    path: url.pathname,
    search: url.search,
    headers: Object.fromEntries(request.headers),
    remoteAddress,
    body: async () => {
      const bytes = await readBody(request, rules);
      held = bytes.byteLength;
      return bytes;
    },
    release: () => {
      rules.budget.give(held);
      held = 0;
    },
    signal: () => (closing ? AbortSignal.any([request.signal, closing]) : request.signal),
  };
}

/** The caller must release the reserved part of the budget, unless this function throws. */
export async function readBody(request: Request, { limit, budget }: BodyRules): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get("content-length")) > limit) throw tooLarge(limit);
  if (!request.body) return new Uint8Array();
  let size = 0;
  try {
    return await readStream(request.body, (bytes) => {
      if (size + bytes > limit) throw tooLarge(limit);
      budget.take(bytes);
      size += bytes;
    });
  } catch (error) {
    budget.give(size);
    throw error instanceof Rejection ? error : endedEarly();
  }
}

function unread(request: Request): Request {
  if (request.bodyUsed || request.body?.locked) throw new TypeError("The request's body has already been read.");
  return request;
}

export function fetchFrom(
  fetch: (request: Request) => Promise<Response>,
): (input: Request | URL | string, init?: RequestInit) => Promise<Response> {
  return async (input, init) =>
    fetch(init === undefined && typeof input === "object" && input !== null && "url" in input ? unread(input) : new Request(input, init));
}

export function endedEarly(): Rejection {
  return new Rejection("VALIDATION_ERROR", "The body ended before it was complete.");
}

function tooLarge(limit: number): Rejection {
  const size = limit % (1024 * 1024) === 0 ? `${limit / (1024 * 1024)} MiB` : `${limit} bytes`;
  // The rest of the body is not read, so the connection cannot be reused (RFC 9110, section 15.5.14).
  return new Rejection("PAYLOAD_TOO_LARGE", `The body is larger than ${size}.`, { headers: { connection: "close" } });
}
