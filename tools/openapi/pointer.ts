export function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** For example, returns `["a/b", "c"]` for `/a~1b/c`. The text before the first slash is ignored. */
export function pointerKeys(pointer: string): string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A reference is a URI, so it can be percent-encoded. */
export function referenceKeys(reference: string): string[] {
  return pointerKeys(decodeURIComponent(reference));
}
