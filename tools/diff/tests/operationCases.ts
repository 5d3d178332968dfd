import { extensionCases } from "./extensionCases.ts";
import { wireCases } from "./wireCases.ts";

/** What operations are worth when they change: before, after, and the verdict on the change and on its reverse. */

export interface OperationCase {
  readonly title: string;
  readonly before: object;
  readonly after: object;
  /** `effect rule` of the change. */
  readonly there: readonly string[];
  /** And of the way back. */
  readonly back: readonly string[];
}

/** What travels, and what else an operation promises. */
export const operationCases: readonly OperationCase[] = [...wireCases, ...extensionCases];
