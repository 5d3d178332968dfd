import parse, { type Expression } from "spdx-expression-parse";

/**
 * Accepts SPDX expressions (SPDX 2.3, annex D). Exceptions are ignored, because they only reduce requirements. Malformed expressions,
 * unknown identifiers and open-ended versions (`+`) are not allowed.
 */
export function isAllowed(license: string, allowed: readonly string[]): boolean {
  // The parser accepts operators in any case, and without a space after them.
  const operators = license.match(/(?<![^\s()])(and|or|with)[^\s()]*/gi) ?? [];
  if (operators.some((word) => !["AND", "OR", "WITH"].includes(word))) return false;
  try {
    return judge(parse(license), allowed);
  } catch {
    return false;
  }
}

function judge(expression: Expression, allowed: readonly string[]): boolean {
  if ("license" in expression) return expression.plus === undefined && allowed.includes(expression.license);
  const { conjunction, left, right } = expression;
  if (conjunction === "and") return judge(left, allowed) && judge(right, allowed);
  return judge(left, allowed) || judge(right, allowed);
}
