import type { Operation } from "./operation.ts";

/** The texts in the arguments of a call that no message may show: everything below a sensitive name, at any depth. */
export function secretsIn({ sensitive = [] }: Operation, path: object, parameters: unknown): string[] {
  const secrets: string[] = [];
  const collect = (value: unknown, isSecret: boolean): void => {
    if (typeof value === "string" && isSecret) secrets.push(value);
    // Byte arrays have one member per byte and never contain text.
    if (typeof value !== "object" || ArrayBuffer.isView(value)) return;
    for (const name in value) collect((value as Record<string, unknown>)[name], isSecret || sensitive.includes(name));
  };
  collect({ ...path, "": parameters }, false);
  return secrets;
}
