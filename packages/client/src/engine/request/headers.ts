/** Later headers replace earlier ones. @throws TypeError for an invalid header; the message omits the value, which may be a secret */
export function mergeHeaders(operationId: string, all: readonly (object | undefined)[]): Headers {
  const merged = new Headers();
  for (const [name, value] of all.flatMap((headers) => (headers instanceof Headers ? [...headers] : Object.entries(headers ?? {})))) {
    try {
      if (value != null) merged.set(name, value);
    } catch {
      // An invalid name is omitted, because it may be a value in the wrong place.
      throw new TypeError(`${operationId}: invalid header ${/^[\w-]+$/.test(name) ? name : "name"}`);
    }
  }
  return merged;
}
