const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The methods of a path item, in its order. */
export function methodsOf(item: object): string[] {
  return Object.keys(item).filter((key) => methods.includes(key));
}
