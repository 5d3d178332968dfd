export function printTable(title: string, headings: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headings.map((heading, column) => Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  ");
  console.log([title, line(headings), ...rows.map(line), ""].join("\n"));
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

export function judged(value: number, target: number, wanted: "at least" | "at most"): string {
  const misses = wanted === "at least" ? value < target : value > target;
  if (!misses) return `met (${wanted} ${target})`;
  return `missed by ${(Math.abs(value / target - 1) * 100).toFixed(0)}% (target: ${wanted} ${target})`;
}
