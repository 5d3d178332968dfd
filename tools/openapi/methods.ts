const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export function methodsOf(item: object): string[] {
  return Object.keys(item).filter((key) => methods.includes(key));
}
