import type { BatchMatch } from "../operation.ts";
import { at, listAt } from "../values.ts";

export function unaccountedInputs<Input>(
  match: BatchMatch,
  parameters: unknown,
  inputs: readonly Input[],
  allResults: readonly unknown[],
  errors: readonly unknown[],
  isPart = false,
): readonly Input[] {
  const { input, result, errors: errorIds, variant = "", id, property } = match;
  const nameOf = (one: Input): unknown => property && (at(parameters, property.name) ?? at(one, property.name));
  const name = nameOf(inputs[0] as Input);
  const same = inputs.filter((one) => nameOf(one) === name);
  // Each input can choose its own property.
  if (same.length < inputs.length) {
    const others = inputs.filter((one) => !same.includes(one));
    const missing = [same, others].flatMap((group) => unaccountedInputs(match, parameters, group, allResults, errors, true));
    return inputs.filter((one) => missing.includes(one));
  }
  // Each new object counts once.
  const results = id === undefined ? allResults : distinct(allResults, [id]);
  // Inputs without ids cannot be matched individually, so only their number is compared.
  if (!inputs.every((one) => hasIds(one, input))) {
    const count = distinct(results, id === undefined ? result : [id]).length;
    return count < inputs.length && errors.length === 0 ? inputs : [];
  }
  const pointers = name == null ? result : [`${property?.values}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`];
  const named = results.filter((one) => hasIds(one, pointers));
  // An input can change the value of the property that identifies it.
  const keyOfInput = (one: Input): string => keyOf(one, name != null && hasIds(one, pointers) ? pointers : input);
  const inputOf = assign(new Set(inputs.map(keyOfInput)), keysOf(named, pointers));
  const returned = variantsByKey(named, (one) => inputOf(keyOf(one, pointers)), variant);
  const requested = variantsByKey(inputs, (one) => keyOf(one, input), variant);
  const failed = failedIds(
    errors,
    errorIds,
    inputs.flatMap((one) => idsOf(one, input)),
  );
  const missing = inputs.filter((one) => {
    const ids = idsOf(one, input);
    const variants = returned.get(keyOfInput(one));
    if (variants?.has(variantOf(one, variant)) || ids.some((each) => failed.has(each))) return false;
    // The variants of a result and its input may differ, unless an input with the reversed ids requested the result's variant.
    const needed = [ids, [ids[1], ids[0]]].flatMap((pair) => [...(requested.get(JSON.stringify(pair)) ?? [])]);
    return !variants || variants.size < needed.length;
  });
  // If no result has the property, and it was not requested, only the number of results is compared.
  // Results of other inputs must not count.
  const isOmitted = !isPart && named.length === 0 && !listAt(parameters, property?.requested ?? "/").includes(name);
  return isOmitted && keysOf(missing, input).size <= keysOf(results, result).size ? [] : missing;
}

/** Returns those of the ids to which the errors refer. */
export function failedIds(
  errors: readonly unknown[],
  pointer: string | undefined,
  ids: readonly (string | undefined)[],
): ReadonlySet<string | undefined> {
  const listed = pointer === undefined ? [] : errors.flatMap((error) => at(error, pointer)).flatMap((id) => textOf(id) ?? []);
  const idOf = assign(new Set(ids.flatMap((id) => id ?? [])), new Set(listed));
  return new Set(listed.map(idOf));
}

/** Assigns each returned key to an equal requested key, or else to a remaining one that differs only in letter case and white space. */
function assign(requested: ReadonlySet<string>, returned: ReadonlySet<string>): (key: string) => string {
  const remaining = new Map<string, string[]>();
  for (const key of requested) if (!returned.has(key)) remaining.set(fold(key), [...(remaining.get(fold(key)) ?? []), key]);
  const assigned = new Map<string, string>();
  for (const key of returned) assigned.set(key, requested.has(key) ? key : (remaining.get(fold(key))?.shift() ?? key));
  return (key) => assigned.get(key) as string;
}

/** Removes the white space around an id, or around the ids in a key. */
function fold(text: string): string {
  return text
    .replace(/\s*"\s*/g, '"')
    .trim()
    .toLowerCase();
}

function variantsByKey<Item>(items: readonly Item[], key: (item: Item) => string, variant: string): Map<string, Set<unknown>> {
  const groups = new Map<string, Set<unknown>>();
  for (const item of items) groups.set(key(item), (groups.get(key(item)) ?? new Set()).add(variantOf(item, variant)));
  return groups;
}

function variantOf(item: unknown, pointer: string): string | undefined {
  return textOf(at(item, pointer))?.trim().toLowerCase();
}

/** Returns the items that have ids, without duplicates. */
function distinct(items: readonly unknown[], pointers: readonly string[]): readonly unknown[] {
  return [...new Map(items.filter((item) => hasIds(item, pointers)).map((item) => [keyOf(item, pointers), item])).values()];
}

function keysOf(items: readonly unknown[], pointers: readonly string[]): ReadonlySet<string> {
  return new Set(distinct(items, pointers).map((item) => keyOf(item, pointers)));
}

function keyOf(item: unknown, pointers: readonly string[]): string {
  return JSON.stringify(idsOf(item, pointers));
}

function hasIds(item: unknown, pointers: readonly string[]): boolean {
  return !idsOf(item, pointers).includes(undefined);
}

function idsOf(item: unknown, pointers: readonly string[]): readonly (string | undefined)[] {
  return pointers.map((pointer) => textOf(at(item, pointer)));
}

/** Ignores values that are neither strings nor numbers, because their string form could equal an id. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}
