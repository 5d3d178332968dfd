export const formulaFunctions = ["stageProbability", "first", "if", "or", "atLeast", "atMost", "max", "multiply", "days", "floor"] as const;

export type FormulaFunction = (typeof formulaFunctions)[number];

/** The name of a property, a number, or the name of a function and its operands. */
export type Formula = string | number | readonly [FormulaFunction, ...Formula[]];

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
