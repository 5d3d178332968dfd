import { Rejection } from "../../contract/errors/rejection.ts";
import type { HttpRequest, Origin } from "../../http/httpRequest.ts";
import type { BodyRules, BodyShare } from "./bodyBudget.ts";

export function httpRequestOf(request: Request, rules: BodyRules, { remoteAddress, closing }: Origin): HttpRequest {
  let share: BodyShare | undefined;
  const url = new URL(request.url);
  const http: HttpRequest = {
    method: request.method,
    url,
    path: url.pathname,
    search: url.search,
    // The `Headers` of simulated browsers, such as happy-dom, keep upper case.
    headers: Object.fromEntries([...request.headers].map(([name, value]) => [name.toLowerCase(), value])),
    remoteAddress,
    body: () =>
      new Promise((resolve, reject) => {
        share = rules.budget.open(http, reject);
        readBody(request, rules.limit, share).then(resolve, reject);
      }),
    release: () => share?.close(),
    signal: () => (closing ? AbortSignal.any([request.signal, closing]) : request.signal),
  };
  return http;
}

async function readBody(request: Request, limit: number, share: BodyShare): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > limit) throw tooLarge(limit);
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw endedEarly();
    });
    if (done) return share.complete();
    size += value.byteLength;
    if (size > limit) throw tooLarge(limit);
    share.add(value);
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
