type Wanted = readonly (string | number | boolean)[];
type Comparison = (value: string | number | boolean, wanted: Wanted) => boolean;

/** How values are compared, by the end of the parameter's name: `created__gte`. Without an end it is `exact`. (behaviour.md 8) */
const comparisons: Readonly<Record<string, Comparison>> = {
  // Both sides as text: a field without a known type may hold a number where the parameter is a text.
  exact: (value, [wanted]) => String(value) === String(wanted),
  in: (value, wanted) => wanted.some((one) => String(value) === String(one)),
  icontains: (value, [part]) => String(value).toLowerCase().includes(String(part).toLowerCase()),
  range: (value, [from, to]) => Number(from) <= Number(value) && Number(value) <= Number(to),
  gt: (value, [bound]) => Number(value) > Number(bound),
  gte: (value, [bound]) => Number(value) >= Number(bound),
  lt: (value, [bound]) => Number(value) < Number(bound),
  lte: (value, [bound]) => Number(value) <= Number(bound),
};

/**
 * Whether an item is let through by all filters of a query. A field without a value is let through by none.
 * @param filters parameters by name; the name is that of a field, alone or with `__` and an operator
 */
export function filterOf<Item>(filters: object, fieldOf: (item: Item, field: string) => unknown): (item: Item) => boolean {
  const tests = Object.entries(filters).map(([name, wanted]) => {
    const [field = "", operator = "exact"] = name.split("__");
    return { field, compare: comparisonOf(operator), wanted: [wanted].flat() as Wanted };
  });
  return (item) =>
    tests.every(({ field, compare, wanted }) => {
      const value = fieldOf(item, field);
      return isPlain(value) && compare(value, wanted);
    });
}

function comparisonOf(operator: string): Comparison {
  const comparison = comparisons[operator];
  if (!comparison) throw new Error(`The document has a filter with the operator ${operator}, which is not known here.`);
  return comparison;
}

/**
 * Which of two values comes first: numbers by size, texts by their characters, and what has no value before all others.
 * Values that are no single one, lists for example, have no order.
 */
export function compareValues(left: unknown, right: unknown): number {
  if (!isPlain(left) || !isPlain(right)) return Number(isPlain(left)) - Number(isPlain(right));
  if (typeof left !== typeof right) return typeof left < typeof right ? -1 : 1;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The order of ids that are decimal digits, by their number however long they are. */
export function compareIds(left: string, right: string): number {
  return left.length - right.length || compareValues(left, right);
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
