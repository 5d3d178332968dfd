import { fieldCases } from "./fieldCases.ts";
import { valueCases } from "./valueCases.ts";

/** What schemas are worth when they change: before, after, and the verdict on the change and on its reverse, in both directions. */

export interface SchemaCase {
  readonly title: string;
  readonly before: object;
  readonly after: object;
  /** `effect rule` of the change and of the way back, for what is sent. */
  readonly request: readonly [readonly string[], readonly string[]];
  /** The same for what is answered. */
  readonly answer: readonly [readonly string[], readonly string[]];
}

/** Fields, parts and alternatives, and single values. */
export const schemaCases: readonly SchemaCase[] = [...fieldCases, ...valueCases];
