import { Refusal } from "../contract/refusal.ts";

// RFC 9110, section 7.6.1; and what `fetch` sets itself.
const notForwarded = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "host",
  "content-length",
  "expect",
];

/** What the upstream answered, read to its end. */
export interface Forwarded {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Sends a request to the upstream, with the bytes of its body as they came.
 * @param upstream scheme, host, port and perhaps a path, which goes before the path of the request
 * @throws Refusal (502) when the upstream cannot be reached
 */
export async function forward(upstream: URL, request: Request, bytes: Uint8Array<ArrayBuffer>): Promise<Forwarded> {
  const { pathname, search } = new URL(request.url);
  const url = upstream.href.replace(/\/$/, "") + pathname + search;
  const headers = withoutHopByHop(request.headers);
  // An answer that is checked has to be read, so it is asked for as it is.
  headers.set("accept-encoding", "identity");
  try {
    const response = await fetch(url, {
      method: request.method,
      headers,
      body: bytes.byteLength > 0 && !["GET", "HEAD"].includes(request.method) ? bytes : null,
      redirect: "manual",
    });
    return { status: response.status, headers: answerHeaders(response.headers), bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch (error) {
    throw new Refusal("BAD_GATEWAY", `The upstream ${upstream.origin} did not answer${reason(error)}.`);
  }
}

/** The answer of the upstream, untouched. */
export function forwardedResponse({ status, headers, bytes }: Forwarded): Response {
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers });
}

function withoutHopByHop(headers: Headers): Headers {
  const copy = new Headers(headers);
  const named = (headers.get("connection") ?? "").split(",").map((name) => name.trim());
  for (const name of [...notForwarded, ...named.filter((name) => name !== "")]) copy.delete(name);
  return copy;
}

function answerHeaders(headers: Headers): Headers {
  const copy = withoutHopByHop(headers);
  // `fetch` has decoded the body, should the upstream have encoded it all the same.
  copy.delete("content-encoding");
  return copy;
}

function reason(error: unknown): string {
  const code = (error as { readonly cause?: { readonly code?: unknown } }).cause?.code;
  return typeof code === "string" ? `: ${code}` : "";
}
