type Operands = readonly (string | number | boolean)[];
type Comparison = (value: string | number | boolean, operands: Operands) => boolean;

/** Keyed by the suffix of the parameter's name, as in `created__gte`. The default is `exact`. */
const comparisons: Readonly<Record<string, Comparison>> = {
  // A field without a declared type may contain a number.
  exact: (value, [operand]) => String(value) === String(operand),
  in: (value, operands) => operands.some((one) => String(value) === String(one)),
  icontains: (value, [part]) => String(value).toLowerCase().includes(String(part).toLowerCase()),
  range: (value, [from, to]) => Number(from) <= Number(value) && Number(value) <= Number(to),
  gt: (value, [bound]) => Number(value) > Number(bound),
  gte: (value, [bound]) => Number(value) >= Number(bound),
  lt: (value, [bound]) => Number(value) < Number(bound),
  lte: (value, [bound]) => Number(value) <= Number(bound),
};

/** Items without a value for a field do not match. */
export function filterOf<Item>(filters: object, fieldOf: (item: Item, field: string) => unknown): (item: Item) => boolean {
  const tests = Object.entries(filters).map(([name, operand]) => {
    const [field = "", operator = "exact"] = name.split("__");
    return { field, compare: comparisonOf(operator), operands: [operand].flat() as Operands };
  });
  return (item) =>
    tests.every(({ field, compare, operands }) => {
      const value = fieldOf(item, field);
      return isPlain(value) && compare(value, operands);
    });
}

function comparisonOf(operator: string): Comparison {
  const comparison = comparisons[operator];
  if (!comparison) throw new Error(`The document has a filter with the unknown operator ${operator}.`);
  return comparison;
}

/** Missing values come first. Values that are neither numbers nor strings are treated as equal. */
export function compareValues(left: unknown, right: unknown): number {
  if (!isPlain(left) || !isPlain(right)) return Number(isPlain(left)) - Number(isPlain(right));
  if (typeof left !== typeof right) return typeof left < typeof right ? -1 : 1;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Compares decimal ids of any length by value. */
export function compareIds(left: string, right: string): number {
  return left.length - right.length || compareValues(left, right);
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
