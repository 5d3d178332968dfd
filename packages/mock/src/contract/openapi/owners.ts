import { isObject, type JsonObject } from "./document.ts";
import { pointerKeys } from "./pointer.ts";

/** Changes each object in a body that has, or could have, the field at the pointer, in which `*` stands for every item of a list. */
export function changeOwners(body: unknown, pointer: string, change: (owner: JsonObject, key: string) => JsonObject): unknown {
  return changed(body, pointerKeys(pointer));

  function changed(value: unknown, [key = "", ...rest]: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((item) => changed(item, rest));
    if (!isObject(value)) return value;
    if (rest.length === 0) return change(value, key);
    return Object.hasOwn(value, key) ? { ...value, [key]: changed(value[key], rest) } : value;
  }
}

export function withoutField(body: unknown, pointer: string): unknown {
  return changeOwners(body, pointer, (owner, key) => {
    const { [key]: _, ...rest } = owner;
    return rest;
  });
}
