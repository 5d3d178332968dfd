import type { BatchMatch } from "../operation.ts";
import { at } from "../values.ts";

export function unaccountedInputs<Input>(
  { input, result, errors: errorIds, variant = "", property }: BatchMatch,
  parameters: unknown,
  inputs: readonly Input[],
  results: readonly unknown[],
  errors: readonly unknown[],
): readonly Input[] {
  const name = property && (at(parameters, property.name) ?? at(inputs[0], property.name));
  // Inputs without ids cannot be matched individually, so only their number is compared.
  if (!inputs.every((one) => hasIds(one, input))) return results.length < inputs.length && errors.length === 0 ? inputs : [];
  const pointers = name == null ? result : [`${property?.values}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`];
  const isNamed = (one: unknown): boolean => hasIds(one, pointers);
  // An input can change the value of the property that identifies it.
  const keyOf = (one: Input): string => JSON.stringify(name != null && isNamed(one) ? idsOf(one, pointers) : idsOf(one, input));
  const found = variantsByKey(results.filter(isNamed), pointers, variant);
  const wanted = variantsByKey(inputs, input, variant);
  const failed = failedIds(errors, errorIds);
  const missing = inputs.filter((one) => {
    const ids = idsOf(one, input);
    const variants = found.get(keyOf(one));
    if (variants?.has(variantOf(one, variant)) || ids.some((id) => failed.has(id))) return false;
    // The variants of a result and its input may differ, unless an input with the reversed ids requested the result's variant.
    const needed = [ids, [ids[1], ids[0]]].flatMap((pair) => [...(wanted.get(JSON.stringify(pair)) ?? [])]);
    return !variants || variants.size < needed.length;
  });
  // Results without the property cannot be matched individually, so only their number is compared.
  const unnamed = results.filter((one) => !isNamed(one) && hasIds(one, result));
  return variantsByKey(missing, input, "").size <= variantsByKey(unnamed, result, "").size ? [] : missing;
}

export function failedIds(errors: readonly unknown[], pointer: string | undefined): ReadonlySet<unknown> {
  return new Set(pointer === undefined ? [] : errors.flatMap((error) => at(error, pointer)).flatMap((id) => textOf(id) ?? []));
}

function variantsByKey(items: readonly unknown[], pointers: readonly string[], variant: string): Map<string, Set<unknown>> {
  const groups = new Map<string, Set<unknown>>();
  for (const item of items) {
    const key = JSON.stringify(idsOf(item, pointers));
    groups.set(key, (groups.get(key) ?? new Set()).add(variantOf(item, variant)));
  }
  return groups;
}

function variantOf(item: unknown, pointer: string): string | undefined {
  return textOf(at(item, pointer));
}

function hasIds(item: unknown, pointers: readonly string[]): boolean {
  return !idsOf(item, pointers).includes(undefined);
}

function idsOf(item: unknown, pointers: readonly string[]): readonly (string | undefined)[] {
  return pointers.map((pointer) => textOf(at(item, pointer)));
}

/** Normalizes an id. Ignores values that are neither strings nor numbers, because their string form could equal an id. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value).trim().toLowerCase() : undefined;
}
