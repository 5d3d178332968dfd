export function printTable(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ");
  console.log([title, line(headings), ...rows.map(line), ""].join("\n"));
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

export function judged(value: number, target: number, bound: "at least" | "at most"): string {
  const misses = bound === "at least" ? value < target : value > target;
  if (!misses) return `met (${bound} ${target})`;
  return `missed by ${(Math.abs(value / target - 1) * 100).toFixed(0)}% (target: ${bound} ${target})`;
}

/**
 * Measures every contestant once in each round, so that a slow phase of the machine affects all of them. Returns the median of each number
 * that a measurement returns.
 */
export async function mediansOf<Name extends string>(
  rounds: number,
  measurements: Readonly<Record<Name, (round: number) => Promise<readonly number[]>>>,
): Promise<Readonly<Record<Name, readonly number[]>>> {
  const names = Object.keys(measurements) as Name[];
  const results = new Map<Name, (readonly number[])[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results.get(name)?.push(await measurements[name](round));
  }
  const medians = [...results].map(([name, [first = [], ...others]]) => [
    name,
    first.map((number, index) => median([number, ...others.map((numbers) => numbers[index] ?? Number.NaN)])),
  ]);
  return Object.fromEntries(medians) as Record<Name, readonly number[]>;
}

/** Returns how long the function takes in milliseconds. */
export async function timeOf(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
