/** Functions of the values of one record. */
export const formulaFunctions = [
  "first",
  "if",
  "or",
  "atLeast",
  "atMost",
  "max",
  "minus",
  "multiply",
  "days",
  "floor",
  "join",
  "domain",
  "plainText",
  "coordinates",
  "past",
  "future",
  "changedAt",
  "stageProbability",
  "isClosed",
  "closedAt",
  "reopenedAt",
  "companyCurrency",
] as const;

/** Functions whose second operand is a text. */
export const textFunctions = ["is", "reachedAt"] as const;

/** Functions of the associated records. The first operand selects the records, and the others are formulas on each of them. */
export const rollUpFunctions = ["count", "sum", "earliest", "latest", "list"] as const;

export type FormulaFunction = (typeof formulaFunctions)[number];
export type TextFunction = (typeof textFunctions)[number];
export type RollUpFunction = (typeof rollUpFunctions)[number];

/** The name of a property, a number, or the name of a function and its operands. */
export type Formula =
  | string
  | number
  | readonly [FormulaFunction, ...Formula[]]
  | readonly [TextFunction, property: string, text: string]
  | RollUp;

/** `source` names object types or association types, separated by spaces. */
export type RollUp = readonly [RollUpFunction, source: string, ...Formula[]];

export function isRollUp(formula: readonly unknown[]): formula is RollUp {
  return (rollUpFunctions as readonly unknown[]).includes(formula[0]);
}

export function isTextFunction(formula: readonly unknown[]): formula is readonly [TextFunction, string, string] {
  return (textFunctions as readonly unknown[]).includes(formula[0]);
}

/** Returns the operands that are formulas on the record itself. */
export function ownOperands(formula: Formula): readonly Formula[] {
  if (typeof formula !== "object" || isRollUp(formula)) return [];
  return isTextFunction(formula) ? [formula[1]] : (formula.slice(1) as Formula[]);
}

/** Returns the roll-ups in a formula. */
export function rollUpsIn(formula: Formula): RollUp[] {
  if (typeof formula !== "object") return [];
  return isRollUp(formula) ? [formula] : ownOperands(formula).flatMap(rollUpsIn);
}

/** Returns the names of the record's properties in a formula. */
export function propertiesIn(formula: Formula): string[] {
  return typeof formula === "string" ? [formula] : ownOperands(formula).flatMap(propertiesIn);
}

/** A built-in property, as `spec/properties/builtIn/` states it. */
export interface BuiltInRow {
  readonly name: string;
  readonly label?: string;
  /** Default: `string`. */
  readonly type?: string;
  readonly fieldType?: string;
  /** Each option is its value, if the label is equal, or an object with the value as its only key. */
  readonly options?: "OWNER" | readonly (string | Readonly<Record<string, string>>)[];
  readonly readOnly?: true;
  readonly unique?: true;
  readonly from?: "id" | "createdAt" | "updatedAt";
  readonly writable?: true;
  readonly default?: string;
  readonly defaultFrom?: string;
  readonly formula?: Formula;
  readonly returned?: "always" | "default";
  readonly searched?: true;
  /** Default: `observed`. */
  readonly evidence?: "documented" | "assumed";
}

/** The built-in properties of an object type, by group. The first group is the default for other properties. */
export type BuiltInGroups = Readonly<Record<string, readonly BuiltInRow[]>>;
