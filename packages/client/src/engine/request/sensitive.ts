import type { Operation, PathValue } from "../operation.ts";

/** Returns all strings below sensitive names, at any depth of a call's arguments. */
export function secretsIn({ path, sensitive = [] }: Operation, ids: readonly PathValue[], parameters: unknown): string[] {
  const secrets: string[] = [];
  const collect = (value: unknown, isSecret: boolean): void => {
    if (typeof value === "string" && isSecret) secrets.push(value);
    // Byte arrays have one member per byte and never contain text.
    if (typeof value !== "object" || ArrayBuffer.isView(value)) return;
    for (const name in value) collect((value as Record<string, unknown>)[name], isSecret || sensitive.includes(name));
  };
  const placeholders = [...path.matchAll(/\{([^{}]+)\}/g)];
  collect({ ...Object.fromEntries(placeholders.map(([, name], index) => [name, ids[index]])), "": parameters }, false);
  return secrets;
}
