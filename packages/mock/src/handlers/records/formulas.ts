import type { PipelineStage } from "@crm-platform/types";
import {
  type Formula,
  type FormulaFunction,
  isRollUp,
  isTextFunction,
  type RollUp,
  type RollUpFunction,
  type TextFunction,
} from "../../contract/builtInProperties.ts";
import type { PropertyVersion } from "../../store/records/recordStore.ts";
import { comparedNumber } from "../../store/values.ts";

/** The record for which a formula is evaluated. */
export interface FormulaContext {
  readonly objectType: string;
  readonly now: number;
  readonly companyCurrency: string;
  /** Returns the current or calculated value of a property, or an empty string. */
  currentValue(property: string): string;
  /** Returns the stored versions of a property, newest first. */
  versionsOf(property: string): readonly PropertyVersion[];
  stageOf(pipeline: string, stage: string): PipelineStage | undefined;
  /** Returns the associated records that a roll-up selects. */
  associated(source: string): readonly FormulaContext[];
  /** Notes that the result changes at a time, even if no record changes. */
  changesAt(time: number): void;
}

type Operand = string | undefined;

/** Returns the result as text, in which 1 and 0 stand for true and false, and a number of milliseconds or ISO 8601 for a time. */
export type Compute = (context: FormulaContext) => Operand;

/** Returns a function that evaluates the formula, so that its parts are looked up only once. */
export function compile(formula: Formula): Compute {
  if (typeof formula === "number") return () => String(formula);
  if (typeof formula === "string") return ({ currentValue }) => currentValue(formula) || undefined;
  if (isRollUp(formula)) return compileRollUp(formula);
  if (isTextFunction(formula)) {
    const [name, property, text] = formula;
    return (context) => textFunctions[name](context, property, text);
  }
  const [name, ...operands] = formula;
  if (isRecordFunction(name)) {
    const run = recordFunctions[name];
    const [first = "", second = ""] = operands.map(String);
    return (context) => run(context, first, second);
  }
  const run = functions[name];
  const [first, second, third, ...others] = operands.map(compile);
  if (!first) return () => run();
  if (!second) return (context) => run(first(context));
  if (!third) return (context) => run(first(context), second(context));
  return (context) => run(first(context), second(context), third(context), ...others.map((other) => other(context)));
}

const msPerDay = 24 * 60 * 60 * 1000;

/** Functions of the values of their operands. Except for the first four, they have no result if an operand has no value. */
const functions: Readonly<Record<Exclude<FormulaFunction, RecordFunctionName>, (...operands: Operand[]) => Operand>> = {
  first: (...operands) => operands.find((operand) => operand !== undefined),
  // A false condition without a third operand has no result.
  if: (condition, then, otherwise) => (isTrue(condition) ? then : otherwise),
  or: (...operands) => (operands.includes(undefined) && !operands.some(isTrue) ? undefined : flag(operands.some(isTrue))),
  join: (...operands) => operands.filter((operand) => operand !== undefined).join(" ") || undefined,
  atLeast: ifNumbers((one, other) => flag(minus(one, other).digits >= 0n)),
  atMost: ifNumbers((one, other) => flag(minus(one, other).digits <= 0n)),
  max: ifNumbers((one, other) => textOf(minus(one, other).digits < 0n ? other : one)),
  minus: ifNumbers((one, other) => textOf(minus(one, other))),
  multiply: ifNumbers((one, other) => textOf({ digits: one.digits * other.digits, scale: one.scale + other.scale })),
  days: ifNumbers((from, to) => (Number(minus(to, from).digits) / msPerDay).toFixed(5).replace(/[.]?0+$/, "")),
  floor: ifNumbers((one) => String(Math.floor(Number(textOf(one))))),
  domain: (address) => address?.split("@").at(1) || undefined,
  plainText: (html) =>
    html
      ?.replace(/<[^<>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim() || undefined,
};

/** Functions of the record and its account, whose operands are properties. */
const recordFunctions: Readonly<Record<RecordFunctionName, RecordFunction>> = {
  coordinates: ({ objectType, currentValue }, id) => `${objectType}-${currentValue(id)}`,
  past: (context, time) => ifPast(context, time, true),
  future: (context, time) => ifPast(context, time, false),
  changedAt: ({ versionsOf }, property) => {
    const [newest] = versionsOf(property);
    return newest?.value ? String(newest.timestamp) : undefined;
  },
  stageProbability: ({ stageOf, currentValue }, pipeline, stage) =>
    exactNumber(stageOf(currentValue(pipeline), currentValue(stage))?.metadata.probability),
  isClosed: (context, pipeline, stage) => flag(closings(context, pipeline, stage).isClosed),
  closedAt: (context, pipeline, stage) => closings(context, pipeline, stage).closedAt,
  reopenedAt: (context, pipeline, stage) => closings(context, pipeline, stage).reopenedAt,
  companyCurrency: ({ companyCurrency }) => companyCurrency,
};

type RecordFunctionName =
  | ("coordinates" | "past" | "future" | "changedAt")
  | ("stageProbability" | "isClosed" | "closedAt" | "reopenedAt" | "companyCurrency");

function isRecordFunction(name: FormulaFunction): name is RecordFunctionName {
  return Object.hasOwn(recordFunctions, name);
}

type RecordFunction = (context: FormulaContext, first: string, second: string) => Operand;

const textFunctions: Readonly<Record<TextFunction, (context: FormulaContext, property: string, text: string) => Operand>> = {
  is: ({ currentValue }, property, text) => flag(currentValue(property) === text),
  reachedAt: ({ versionsOf }, property, text) => {
    const version = versionsOf(property).findLast(({ value }) => value === text);
    return version && String(version.timestamp);
  },
};

function ifPast({ currentValue, now, changesAt }: FormulaContext, property: string, isPast: boolean): Operand {
  const text = currentValue(property);
  const time = comparedNumber(text);
  if (time === undefined) return undefined;
  if (time > now) changesAt(time);
  return time <= now === isPast ? text : undefined;
}

/** Returns when the record last entered and left a closed stage. Later changes between closed stages do not count. */
function closings({ versionsOf, currentValue, stageOf }: FormulaContext, pipeline: string, stage: string) {
  let closedAt: string | undefined;
  let reopenedAt: string | undefined;
  let isClosed = false;
  for (const { value, timestamp } of versionsOf(stage).toReversed()) {
    const closes = stageOf(currentValue(pipeline), value)?.metadata["isClosed"] === "true";
    if (closes && !isClosed) closedAt = String(timestamp);
    if (!closes && isClosed) reopenedAt = String(timestamp);
    isClosed = closes;
  }
  return { isClosed, closedAt, reopenedAt };
}

function compileRollUp([name, source, ...operands]: RollUp): Compute {
  const computes = operands.map(compile);
  return ({ associated }) => rollUps[name](associated(source).map((record) => computes.map((compute) => compute(record))));
}

/** Each row contains the values of the operands for an associated record. The records are sorted by id. */
const rollUps: Readonly<Record<RollUpFunction, (rows: readonly (readonly Operand[])[]) => Operand>> = {
  // Without a condition, all records count.
  count: (rows) => String(rows.filter((row) => row.length === 0 || isTrue(row[0])).length),
  sum: (rows) => {
    const numbers = rows.flatMap(([value]) => decimalOf(value) ?? []);
    return numbers.length === 0 ? undefined : textOf(numbers.reduce(plus));
  },
  earliest: (rows) => extreme(rows, (difference) => difference < 0n),
  latest: (rows) => extreme(rows, (difference) => difference > 0n),
  list: (rows) => rows.flatMap(([value]) => value ?? []).join(";") || undefined,
};

/** Returns the first value of the row whose last value is the least or the greatest. */
function extreme(rows: readonly (readonly Operand[])[], isBetter: (difference: bigint) => boolean): Operand {
  let best: { readonly key: Decimal; readonly value: Operand } | undefined;
  for (const row of rows) {
    const key = decimalOf(row.at(-1));
    if (key && (!best || isBetter(minus(key, best.key).digits))) best = { key, value: row[0] };
  }
  return best?.value;
}

/** A decimal number without rounding, because the service calculates amounts exactly: `digits` divided by ten to the power of `scale`. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

function ifNumbers(apply: (one: Decimal, other: Decimal) => string): (...operands: Operand[]) => Operand {
  return (first, ...others) => {
    const one = decimalOf(first);
    const other = others.length === 0 ? one : decimalOf(others[0]);
    return one && other ? apply(one, other) : undefined;
  };
}

function minus(one: Decimal, other: Decimal): Decimal {
  return plus(one, { ...other, digits: -other.digits });
}

function plus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  const digitsOf = ({ digits, scale: own }: Decimal) => (own === scale ? digits : digits * 10n ** BigInt(scale - own));
  return { digits: digitsOf(one) + digitsOf(other), scale };
}

function flag(value: boolean): string {
  return value ? "1" : "0";
}

export function isTrue(operand: Operand): boolean {
  return operand !== undefined && operand !== "false" && Number(operand) !== 0;
}

// Decimals are cached, because the formulas of a record have common operands.
const decimals = new Map<string, Decimal | undefined>();
const maxCached = 1_000;

function decimalOf(text: Operand): Decimal | undefined {
  if (text === undefined) return undefined;
  const cached = decimals.get(text);
  if (cached) return cached;
  const decimal = parsedDecimal(text);
  if (decimals.size >= maxCached) decimals.clear();
  decimals.set(text, decimal);
  return decimal;
}

/** Reads a number, a time as milliseconds since the epoch, or `true` and `false`. */
function parsedDecimal(text: string): Decimal | undefined {
  if (text === "true" || text === "false") return { digits: text === "true" ? 1n : 0n, scale: 0 };
  const [, sign = "", whole = "", fraction = ""] = /^([+-]?)(\d*)[.]?(\d*)$/.exec(text) ?? [];
  if (whole + fraction !== "") return { digits: BigInt(`${sign === "-" ? "-" : ""}${whole}${fraction}`), scale: fraction.length };
  const time = comparedNumber(text);
  return time !== undefined && Number.isSafeInteger(time) ? { digits: BigInt(time), scale: 0 } : undefined;
}

/** Returns all digits of the floating-point number that is nearest to a decimal fraction, as the service does for probabilities. */
function exactNumber(text: string | undefined): Operand {
  if (!text) return undefined;
  const earlier = exactNumbers.get(text);
  if (earlier !== undefined || !Number.isFinite(Number(text))) return earlier;
  const number = Number(text).toFixed(60);
  const exact = number.replace(/[.]?0+$/, "");
  if (exactNumbers.size >= maxCached) exactNumbers.clear();
  exactNumbers.set(text, exact);
  return exact;
}

const exactNumbers = new Map<string, string>();

function textOf({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? "-" : "";
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  return sign + (scale === 0 ? all : `${all.slice(0, -scale)}.${all.slice(-scale)}`);
}
