const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Keeps the order of the document. */
export function methodsOf(item: object): string[] {
  return Object.keys(item).filter((key) => methods.includes(key));
}
