const minimums = { timeoutMs: 1, deadlineMs: 0, maxRetries: 0, maxResponseBytes: 1 };

/** @throws TypeError unless each option is absent or a whole number of at least its minimum; times may also have fractions */
export function checkNumbers(options: object, least: Readonly<Record<string, number>> = minimums): void {
  for (const [name, minimum] of Object.entries(least)) {
    const value = (options as Readonly<Record<string, unknown>>)[name] ?? minimum;
    if (typeof value === "number" && value >= minimum && (/Ms/.test(name) || !(value % 1))) continue;
    throw new TypeError(`${name} must be a whole number of at least ${minimum}; received ${typeof value} ${value}`);
  }
}
