/** The bytes of a response body. */
export type Parts = readonly Uint8Array<ArrayBuffer>[];

/** Converts the body of a success response. Throws if the body is invalid. */
export type ReadBody = (parts: Parts, response: Response) => unknown;

/** Reads a body up to a limit on its decompressed size. `isCut` states whether the body is longer. */
export async function readBytes(response: Response, maxBytes: number): Promise<[parts: Parts, isCut: boolean]> {
  const reader = response.body?.getReader();
  // Some runtimes do not support streams.
  if (!reader) return [[new Uint8Array(await response.arrayBuffer())], false];
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let left = maxBytes; ; ) {
    const { value } = await reader.read();
    if (!value) return [parts, false];
    left -= value.length;
    // A negative `left` removes the bytes beyond the limit.
    parts.push(left < 0 ? value.subarray(0, left) : value);
    if (left >= 0) continue;
    reader.cancel().catch(() => {});
    return [parts, true];
  }
}

export function readText(parts: Parts): string {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
}

/** Reads a JSON object or array, or the empty body of a 204 or 205. */
export function readJson(parts: Parts, { status }: Response): unknown {
  const text = readText(parts);
  if (text === "" && (status === 204 || status === 205)) return undefined;
  const data: unknown = JSON.parse(text);
  if (Object(data) === data) return data;
  throw new TypeError();
}

/** Reads any JSON, or an empty body. */
export function readAny(parts: Parts): unknown {
  const text = readText(parts);
  return text === "" ? undefined : JSON.parse(text);
}
