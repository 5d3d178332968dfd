import type { BatchMatch } from "./operation.ts";
import { at } from "./values.ts";

/** Returns the inputs of one chunk that are in no result and in no error, in their order. */
export function unaccountedInputs<Input>(
  { input, result, errors: errorIds, variant = "", property }: BatchMatch,
  parameters: unknown,
  inputs: readonly Input[],
  results: readonly unknown[],
  errors: readonly unknown[],
): readonly Input[] {
  const name = property && at(parameters, property.name);
  const pointers = name == null ? result : [`${property?.values}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`];
  const isKnown = (one: unknown): boolean => at(one, pointers[0] as string) !== undefined;
  const found = variantsByKey(results.filter(isKnown), pointers, variant);
  // Results that do not show the property. They account for inputs by number: a response that has enough of them is complete.
  const unnamed = results.filter((one) => !isKnown(one) && at(one, result[0] as string) !== undefined);
  const failed = failedIds(errors, errorIds);
  const missing = new Set<string>();
  let count = 0;
  for (const [key, variants] of variantsByKey(inputs, input, variant)) {
    const open = variants.size - (found.get(key)?.size ?? 0);
    if (open <= 0 || (JSON.parse(key) as string[]).some((id) => failed.has(id))) continue;
    missing.add(key);
    count += open;
  }
  return count <= variantsByKey(unnamed, result, "").size ? [] : inputs.filter((one) => missing.has(keyOf(one, input)));
}

/** The ids that errors name. */
export function failedIds(errors: readonly unknown[], pointer: string | undefined): ReadonlySet<string> {
  return new Set(pointer === undefined ? [] : errors.flatMap((error) => at(error, pointer) ?? []).map(String));
}

function variantsByKey(items: readonly unknown[], pointers: readonly string[], variant: string): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const item of items) {
    const key = keyOf(item, pointers);
    // The service compares names without regard to case.
    groups.set(key, (groups.get(key) ?? new Set()).add(String(at(item, variant)).toLowerCase()));
  }
  return groups;
}

function keyOf(item: unknown, pointers: readonly string[]): string {
  return JSON.stringify(pointers.map((pointer) => String(at(item, pointer))));
}
