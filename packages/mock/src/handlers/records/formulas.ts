import type { Formula, FormulaFunction } from "../../contract/builtInProperties.ts";
import { comparedNumber } from "../../store/values.ts";

/** A decimal number without rounding, because the service calculates amounts exactly: `digits` divided by ten to the power of `scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

type Operand = Decimal | undefined;

export interface FormulaContext {
  /** Returns the current or calculated value of a property, or an empty string. */
  readonly valueOf: (property: string) => string;
  /** Returns the probability of a stage as text, or `undefined` if the stage does not exist. */
  readonly probabilityOf: (pipeline: string, stage: string) => string | undefined;
}

/** Returns the result as the text of a number, in which 1 and 0 stand for true and false, or `undefined` if an operand has no value. */
export function evaluate(formula: Formula, context: FormulaContext): string | undefined {
  const result = operandOf(formula, context);
  return result && textOf(result);
}

/** Returns the names of the properties in a formula. */
export function propertiesIn(formula: Formula): string[] {
  if (typeof formula === "string") return [formula];
  return typeof formula === "number" ? [] : formula.slice(1).flatMap(propertiesIn);
}

function operandOf(formula: Formula, context: FormulaContext): Operand {
  if (typeof formula === "number") return { digits: BigInt(formula), scale: 0 };
  if (typeof formula === "string") return decimalOf(context.valueOf(formula));
  const [name, ...operands] = formula;
  if (name === "stageProbability") {
    const [pipeline = "", stage = ""] = operands.map((operand) => context.valueOf(String(operand)));
    return exactly(context.probabilityOf(pipeline, stage));
  }
  return functions[name](...operands.map((operand) => operandOf(operand, context)));
}

const msPerDay = 24 * 60 * 60 * 1000;

/** Except for `first`, `if` and `or`, a function has no result if an operand has no value. */
const functions: Readonly<Record<Exclude<FormulaFunction, "stageProbability">, (...operands: Operand[]) => Operand>> = {
  first: (...operands) => operands.find((operand) => operand !== undefined),
  if: (condition, then, otherwise) => (isTrue(condition) ? then : otherwise),
  or: (...operands) => (operands.includes(undefined) && !operands.some(isTrue) ? undefined : flag(operands.some(isTrue))),
  atLeast: ifAll((one, other) => flag(minus(one, other).digits >= 0n)),
  atMost: ifAll((one, other) => flag(minus(one, other).digits <= 0n)),
  max: ifAll((one, other) => (minus(one, other).digits < 0n ? other : one)),
  multiply: ifAll((one, other) => ({ digits: one.digits * other.digits, scale: one.scale + other.scale })),
  days: ifAll((from, to) => decimalOf((Number(minus(to, from).digits) / msPerDay).toFixed(5).replace(/[.]?0+$/, "")) ?? from),
  floor: ifAll((one) => ({ digits: BigInt(Math.floor(Number(textOf(one)))), scale: 0 })),
};

function ifAll(apply: (one: Decimal, other: Decimal) => Decimal): (...operands: Operand[]) => Operand {
  return (...operands) => {
    const [one, other = one] = operands;
    return one && other && !operands.includes(undefined) ? apply(one, other) : undefined;
  };
}

function minus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  const digitsOf = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own);
  return { digits: digitsOf(one) - digitsOf(other), scale };
}

function flag(value: boolean): Decimal {
  return { digits: value ? 1n : 0n, scale: 0 };
}

function isTrue(operand: Operand): boolean {
  return operand !== undefined && operand.digits !== 0n;
}

/** Reads a number, a time as milliseconds since the epoch, or `true` and `false`. */
function decimalOf(text: string): Operand {
  if (text === "true" || text === "false") return flag(text === "true");
  const [, sign = "", whole = "", fraction = ""] = /^([+-]?)(\d*)[.]?(\d*)$/.exec(text) ?? [];
  if (whole + fraction !== "") return { digits: BigInt(`${sign === "-" ? "-" : ""}${whole}${fraction}`), scale: fraction.length };
  const time = comparedNumber(text);
  return time !== undefined && Number.isSafeInteger(time) ? { digits: BigInt(time), scale: 0 } : undefined;
}

/** Returns the exact value of the floating-point number that is nearest to a decimal fraction, as the service does for probabilities. */
function exactly(text: string | undefined): Operand {
  return text === undefined
    ? undefined
    : decimalOf(
        Number(text)
          .toFixed(60)
          .replace(/[.]?0+$/, ""),
      );
}

function textOf({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? "-" : "";
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  return sign + (scale === 0 ? all : `${all.slice(0, -scale)}.${all.slice(-scale)}`);
}
