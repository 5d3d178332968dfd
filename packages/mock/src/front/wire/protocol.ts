import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { RequestError } from "@hono/node-server";
import { rejectionResponse } from "../../contract/errors/errorBody.ts";
import { maxUrlLength, Rejection, urlTooLong } from "../../contract/errors/rejection.ts";
import { toResponse } from "../respond.ts";
import type { Connections, Exchange } from "./connections.ts";

/** Maximum size of the request line and the headers. It leaves 16 KiB for the headers if the URL has the maximum length. */
export const maxHeadBytes: number = 32 * 1024;

/** The maximum time, in milliseconds, that a client may take to read the response before the connection is closed. */
const lingerMs = 5_000;

export function closingResponse(rejection: Rejection): Response {
  const response = toResponse(rejectionResponse(rejection, crypto.randomUUID()));
  response.headers.set("connection", "close");
  return response;
}

export function rejectionOf(error: unknown): Rejection {
  if (error instanceof RequestError) return notHttp(error.message);
  return new Rejection("INTERNAL_ERROR", "The service failed. Quote the correlationId when you report it.");
}

/** A request must have exactly one host (RFC 9112, section 3.2). */
export function hostRejection({ rawHeaders, headers, httpVersion }: IncomingMessage): Rejection | undefined {
  const isMissing = headers.host === undefined && httpVersion !== "1.0";
  return isMissing || headers.host === "" || countHosts(rawHeaders) > 1 ? notHttp("It must have exactly one Host header") : undefined;
}

function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** Rejects invalid hosts, such as 1.2.3.4.5. */
export function urlRejection({ url }: Request): Rejection | undefined {
  return URL.canParse(url) ? undefined : notHttp("Its Host header is not valid");
}

/** Closes connections in stages, so that a client that is still sending can read the response (RFC 9112, section 9.6). */
export function closeInStages(server: Server): void {
  server.on("connection", (socket: Socket) => {
    socket.destroySoon = () => {
      socket.end();
      destroyLater(socket);
    };
  });
}

export function respondToProtocolFailures(server: Server, connections: Connections, requestTimeoutMs: number): void {
  const ended = new WeakSet<Duplex>();
  server.on("clientError", (error: ParserError, socket) => {
    // The parser reports an error for each further packet of a client that is still sending, which can read the response nevertheless.
    if (ended.has(socket)) return;
    ended.add(socket);
    if (!socket.writable || hasResponse(connections.get(socket as Socket))) socket.destroy();
    else end(socket, parserRejection(error, requestTimeoutMs));
  });
  server.on("connect", (_, socket) => end(socket, notHttp("CONNECT is not supported")));
}

function hasResponse(exchange: Exchange | undefined): boolean {
  if (exchange === undefined) return false;
  const { request, response } = exchange;
  return response.headersSent && !(response.writableFinished && request.complete);
}

interface ParserError extends Error {
  readonly code?: string;
  readonly reason?: string;
  /** The data during which the error occurred. */
  readonly rawPacket?: Buffer;
}

function parserRejection({ code, reason, rawPacket }: ParserError, requestTimeoutMs: number): Rejection {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new Rejection("REQUEST_TIMEOUT", `The request was not complete after ${requestTimeoutMs / 1000} seconds.`);
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    if (rawPacket && isWithinUrl(rawPacket)) return urlTooLong();
    return new Rejection("HEADERS_TOO_LARGE", `The URL and the headers are larger than ${maxHeadBytes / 1024} KiB.`);
  }
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return new Rejection("PAYLOAD_TOO_LARGE", "The chunk extensions are larger than 16 KiB.");
  return notHttp(reason);
}

/** Whether data consists of a method and the beginning of a URL, or of a later part of a URL. */
function isWithinUrl(data: Buffer): boolean {
  return /^([A-Z]+ )?\S+$/.test(data.toString("latin1", 0, maxUrlLength));
}

/** @param reason a sentence about the problem; must not quote the request */
function notHttp(reason = "It cannot be read"): Rejection {
  return new Rejection("VALIDATION_ERROR", `The request is not valid HTTP. ${reason}.`);
}

function end(socket: Duplex, rejection: Rejection): void {
  const { status, headers, body } = rejectionResponse(rejection, crypto.randomUUID());
  const text = JSON.stringify(body);
  const fields = { ...headers, date: new Date().toUTCString(), "content-length": Buffer.byteLength(text), connection: "close" };
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`)];
  // A disconnect by the client is not an error.
  socket.on("error", () => {});
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`);
  destroyLater(socket);
}

function destroyLater(socket: Duplex): void {
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
