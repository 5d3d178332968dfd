import zlib from "node:zlib";
import type { ContractResponse } from "../contract/message.ts";
import { parsedJson } from "../http/parsedJson.ts";
import type { UpstreamResponse } from "./forward.ts";

// Without a limit, a small compressed body could expand beyond the available memory.
const limit = { maxOutputLength: 256 * 1024 * 1024 };
const decoders: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ["gzip", (bytes: Uint8Array) => zlib.gunzipSync(bytes, limit)],
  ["x-gzip", (bytes: Uint8Array) => zlib.gunzipSync(bytes, limit)],
  ["deflate", (bytes: Uint8Array) => zlib.inflateSync(bytes, limit)],
  ["br", (bytes: Uint8Array) => zlib.brotliDecompressSync(bytes, limit)],
  // Node versions before 22.15 cannot decode zstd.
  ["zstd", (bytes: Uint8Array) => zlib.zstdDecompressSync(bytes, limit)],
]);

/** Converts a response. A body that cannot be parsed remains a string. */
export function responseOf({ status, fields, bytes }: UpstreamResponse): ContractResponse {
  const headers = Object.fromEntries(new Headers(fields.map(([name, value]) => [name, value] as [string, string])));
  const body = bytes.byteLength === 0 ? undefined : parsedJson(decode(bytes, headers["content-encoding"] ?? ""));
  return { status, headers, body };
}

function decode(bytes: Uint8Array, encoding: string): string {
  try {
    const decoder = decoders.get(encoding.toLowerCase());
    return new TextDecoder().decode(decoder ? decoder(bytes) : bytes);
  } catch {
    return "";
  }
}
