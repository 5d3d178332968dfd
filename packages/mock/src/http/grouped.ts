/** Name and value pairs as an object: a text where a name came once, a list where it came more often. */
export function grouped(pairs: Iterable<readonly [string, string]>): Record<string, string | string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  // `fromEntries`, unlike an assignment, makes `__proto__` a name like any other.
  return Object.fromEntries([...groups].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]));
}
