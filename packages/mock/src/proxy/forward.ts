import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { buffer } from "node:stream/consumers";
import { urlToHttpOptions } from "node:url";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { Rejection } from "../contract/errors/rejection.ts";
import type { Wire } from "../front/wire/wire.ts";
import { type Fields, type ProxyRequest, pairs } from "./proxyRequest.ts";

// Headers that apply to a single connection (RFC 9110, section 7.6.1).
const ofTheHop = [
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];
// Headers that are not forwarded: Node sets `host` and `content-length` again and has already handled `expect`.
const ofOurs = ["host", "content-length", "expect"];
const withoutBody = [204, 205, 304];

export interface UpstreamResponse {
  readonly status: number;
  readonly reason: string;
  readonly fields: Fields;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Avoids `fetch`, which adds headers, normalizes paths and drops a GET's body. @throws Rejection (502) if the upstream is unreachable */
export async function forward(upstream: URL, { method, target, fields, bytes, signal }: ProxyRequest): Promise<UpstreamResponse> {
  const isSized = bytes.byteLength > 0 || fields.some(([name]) => name.toLowerCase() === "content-length");
  const length = isSized || ["POST", "PUT", "PATCH"].includes(method) ? [["Content-Length", String(bytes.byteLength)] as const] : [];
  const headers = [["Host", upstream.host] as const, ...withoutFields(fields, [...ofTheHop, ...ofOurs]), ...length].flat();
  const path = upstream.pathname.replace(/\/$/, "") + target;
  const send = upstream.protocol === "https:" ? requestHttps : requestHttp;
  // The upstream may close a reused connection before the response, and a request must not be sent twice.
  const options = { ...urlToHttpOptions(upstream), agent: false, method, path, headers, signal } as const;
  try {
    return await new Promise((resolve, reject) => {
      const request = send(options, (response) => {
        const { statusCode = 0, statusMessage = "", rawHeaders } = response;
        const head = { status: statusCode, reason: statusMessage, fields: withoutFields(pairs(rawHeaders), ofTheHop) };
        buffer(response).then((bytes) => resolve({ ...head, bytes }), reject);
      });
      request.on("error", reject).end(bytes);
    });
  } catch (error) {
    throw new Rejection("BAD_GATEWAY", `The upstream ${upstream.origin} did not respond${codeOf(error)}.`);
  }
}

/** Writes the response to the connection if there is one. @throws Rejection (502) when the status is not valid for a `Response` */
export function forwardedResponse({ status, reason, fields, bytes }: UpstreamResponse, wire: Wire | undefined): Response {
  if (wire && status >= 100) {
    // The upstream decides whether to send a `Date` header.
    wire.outgoing.sendDate = false;
    wire.outgoing.writeHead(status, reason, fields.flat()).end(bytes);
    return RESPONSE_ALREADY_SENT;
  }
  if (status < 200 || status > 599) throw new Rejection("BAD_GATEWAY", `The upstream returned the invalid status ${status}.`);
  const headers = new Headers(fields.map(([name, value]) => [name, value] as [string, string]));
  return new Response(withoutBody.includes(status) || bytes.byteLength === 0 ? null : bytes, { status, headers });
}

function withoutFields(fields: Fields, excludedNames: readonly string[]): Fields {
  const connectionOptions = fields
    .filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.toLowerCase().split(","));
  const allExcludedNames = new Set([...excludedNames, ...connectionOptions.map((name) => name.trim())]);
  return fields.filter(([name]) => !allExcludedNames.has(name.toLowerCase()));
}

function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown }).code;
  return typeof code === "string" ? `: ${code}` : "";
}
