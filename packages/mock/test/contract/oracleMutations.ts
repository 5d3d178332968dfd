/** A seeded generator of random numbers from 0 to 1 (mulberry32). */
export type Chance = () => number;

export function chanceOf(seed: number): Chance {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 4294967296;
  };
}

export function oneOf<Item>(chance: Chance, items: readonly Item[]): Item {
  return items[Math.floor(chance() * items.length)] as Item;
}

type Key = string | number;

const worse: readonly ((value: unknown) => unknown)[] = [
  ...[null, true, false, 0, 1, -1, -1.5, 1e30, 2 ** 31, 2 ** 53, -(2 ** 63), 2 ** 63, 3e9].map((other) => () => other),
  ...["", "x", "X_1", "0", "-1", "1.5", " ", "2024-02-30T00:00:00Z", "2024-02-29T12:00:00Z", "2024-02-29"].map((other) => () => other),
  ...["6e8bc430-9c3a-11d9-9669-0800200c9a66", "not@an@address", "SUCCESS", "DRAFT", "\u0000", "\u{1f600}"].map((other) => () => other),
  ...[[], {}, [null], [[]], [""], [1], { unknown: 1 }, { id: 1 }, { id: "" }].map((other) => () => other),
  (value) => String(value),
  (value) => [value],
  (value) => ({ value }),
  (value) => (typeof value === "string" ? value.repeat(200) : value),
  (value) => (typeof value === "string" ? value.slice(0, -1) : value),
  (value) => (typeof value === "string" ? value.toUpperCase() : value),
  (value) => (typeof value === "number" ? value + 0.5 : value),
  (value) => (Array.isArray(value) && value.length > 0 ? Array.from({ length: 101 }, () => value[0]) : value),
  (value) => (Array.isArray(value) && value.length > 0 ? Array.from({ length: 2001 }, () => value[0]) : value),
  (value) => (Array.isArray(value) && value.length > 0 ? Array.from({ length: 1500 }, () => null) : value),
];

export function mutate(chance: Chance, value: unknown): unknown {
  let result = value;
  for (let changes = 1 + Math.floor(chance() * 3); changes > 0; changes -= 1) result = changedOnce(chance, result);
  return result;
}

function changedOnce(chance: Chance, root: unknown): unknown {
  const path = oneOf(chance, placesIn(root, []));
  const way = chance();
  if (way < 0.2)
    return withChange(root, path, (value) => ({
      ...asObject(value),
      [oneOf(chance, ["unknown", "a/b", "a~b", "id"])]: oneOf(chance, [1, "x", null]),
    }));
  if (way < 0.4 && path.length > 0) return withChange(root, path, () => undefined);
  return withChange(root, path, oneOf(chance, worse));
}

function asObject(value: unknown): object {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}

function placesIn(value: unknown, path: readonly Key[]): (readonly Key[])[] {
  if (typeof value !== "object" || value === null) return [path];
  const inner = Array.isArray(value) ? [...value.slice(0, 5).entries()] : Object.entries(value);
  return [path, ...inner.flatMap(([key, one]) => placesIn(one, [...path, key]))];
}

/** A value that becomes `undefined` is removed. */
function withChange(value: unknown, [key, ...rest]: readonly Key[], change: (value: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    const newItem = withChange(value[Number(key)], rest, change);
    return newItem === undefined ? value.toSpliced(Number(key), 1) : value.with(Number(key), newItem);
  }
  const { [key]: inner, ...others } = value as Record<Key, unknown>;
  const newMember = withChange(inner, rest, change);
  return newMember === undefined ? others : { ...others, [key]: newMember };
}

const texts = [
  "",
  "x",
  "0",
  "1",
  "-1",
  "007",
  "1.5",
  "1e3",
  "0x10",
  " 5",
  "true",
  "TRUE",
  "maybe",
  "1,2",
  "1,x",
  "1,",
  ",",
  "1,2,3",
  "1,0x10",
  "null",
];
const longTexts = [
  "99999999999",
  "9300000000000000000",
  "-9300000000000000000",
  "SUCCESS",
  "created",
  "a b/c?d#e%",
  "caf\u00e9",
  "x".repeat(513),
];

export function parameterText(chance: Chance): string | readonly string[] | undefined {
  const way = chance();
  if (way < 0.08) return undefined;
  if (way < 0.2) return [oneOf(chance, texts), oneOf(chance, texts)];
  return way < 0.75 ? oneOf(chance, texts) : oneOf(chance, longTexts);
}
