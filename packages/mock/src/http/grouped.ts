export function grouped(pairs: Iterable<readonly [string, string]>): Record<string, string | string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const group = groups.get(name);
    if (group) group.push(value);
    else groups.set(name, [value]);
  }
  // Unlike an assignment, `fromEntries` is safe for the name `__proto__`.
  return Object.fromEntries([...groups].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values]));
}
