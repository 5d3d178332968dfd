import type { Dialect } from "../dialect.ts";

/**
 * One step of the schema, as SQL that no library can change. A step that is released stays as it is; what comes next is the
 * next step.
 */
export type Migration = (dialect: Dialect) => readonly string[];
