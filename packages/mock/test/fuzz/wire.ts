import { connect } from "node:net";
import type { FuzzRequest } from "./requests.ts";

export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Uses a new connection. Resolves to `undefined` if the connection is cut. */
export function overSocket(port: number, request: FuzzRequest): Promise<WireResponse | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => socket.write(written(request)));
    socket.on("data", (chunk) => chunks.push(chunk));
    // The server may cut the connection after responding, without reading the whole request.
    socket.on("error", () => {});
    socket.on("close", () => resolve(parsed(Buffer.concat(chunks))));
  });
}

function written({ method, target, headers, body = new Uint8Array(), framing }: FuzzRequest): Buffer {
  const names = headers.map(([name]) => name);
  const length = framing === "lie" ? body.length + 7 : body.length;
  const hasBody = body.length > 0 || framing === "lie";
  const fields = [
    ...(names.includes("host") ? [] : [["host", "127.0.0.1"]]),
    ...headers,
    ["connection", "close"],
    ...(framing === "chunks" ? [["transfer-encoding", "chunked"]] : []),
    ...(framing !== "chunks" && hasBody && !names.includes("content-length") ? [["content-length", String(length)]] : []),
  ];
  const head = [`${method} ${target} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
  const payload =
    framing === "chunks"
      ? [...(body.length > 0 ? [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from("\r\n")] : []), Buffer.from("0\r\n\r\n")]
      : [body];
  return Buffer.concat([Buffer.from(head, "latin1"), ...payload]);
}

function parsed(response: Buffer): WireResponse | undefined {
  const text = response.toString("latin1").replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "");
  const end = text.indexOf("\r\n\r\n");
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  if (status === undefined || end < 0) return undefined;
  const fields = text.slice(0, end).split("\r\n").slice(1);
  const headers = new Headers(
    fields.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const rest = text.slice(end + 4);
  const body =
    headers.get("transfer-encoding") === "chunked" ? unchunked(rest) : rest.slice(0, Number(headers.get("content-length") ?? rest.length));
  return { status: Number(status), headers, text: Buffer.from(body, "latin1").toString("utf8") };
}

function unchunked(text: string): string {
  let rest = text;
  let whole = "";
  for (;;) {
    const end = rest.indexOf("\r\n");
    const size = Number.parseInt(rest.slice(0, end), 16);
    if (!(size > 0)) return whole;
    whole += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 2 + size + 2);
  }
}
