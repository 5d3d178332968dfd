import { fieldCases } from "./fieldCases.ts";
import { formCases } from "./formCases.ts";
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

/** Fields, forms of the same, and single values. */
export const schemaCases: readonly SchemaCase[] = [...fieldCases, ...formCases, ...valueCases];
