import zlib from "node:zlib";
import type { Answer } from "../contract/message.ts";
import type { Forwarded } from "./forward.ts";

// A small body may unpack to more than the memory holds.
const limit = { maxOutputLength: 256 * 1024 * 1024 };
const decoders: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ["gzip", (bytes: Uint8Array) => zlib.gunzipSync(bytes, limit)],
  ["x-gzip", (bytes: Uint8Array) => zlib.gunzipSync(bytes, limit)],
  ["deflate", (bytes: Uint8Array) => zlib.inflateSync(bytes, limit)],
  ["br", (bytes: Uint8Array) => zlib.brotliDecompressSync(bytes, limit)],
  // Missing before Node 22.15, where a body in this coding counts as one that cannot be decoded.
  ["zstd", (bytes: Uint8Array) => zlib.zstdDecompressSync(bytes, limit)],
]);

/** The answer of the upstream as the contract sees it: decoded and parsed. What cannot be is a text. */
export function answerOf({ status, fields, bytes }: Forwarded): Answer {
  const headers = Object.fromEntries(new Headers(fields.map(([name, value]) => [name, value] as [string, string])));
  const body = bytes.byteLength === 0 ? undefined : parsed(decoded(bytes, headers["content-encoding"] ?? ""));
  return { status, headers, body };
}

function decoded(bytes: Uint8Array, encoding: string): string {
  try {
    const decoder = decoders.get(encoding.toLowerCase());
    return new TextDecoder().decode(decoder ? decoder(bytes) : bytes);
  } catch {
    return "";
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
