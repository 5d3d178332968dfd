/** Escapes a key for a JSON pointer (RFC 6901). */
export function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

export function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** For example, returns `["a/b", "c"]` for `/a~1b/c`. The text before the first slash is ignored. */
export function pointerKeys(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescapePointer);
}

/** A reference is a URI, so its parts can be percent-encoded. */
export function referenceKeys(reference: string): string[] {
  return reference
    .split("/")
    .slice(1)
    .map((part) => unescapePointer(decodeURIComponent(part)));
}
