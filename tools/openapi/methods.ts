const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Returns the methods of a path item, in the order of the document. */
export function methodsOf(item: object): string[] {
  return Object.keys(item).filter((key) => methods.includes(key));
}
