import type { Dialect } from "../dialect.ts";

/** Released migrations never change. */
export type Migration = (dialect: Dialect) => readonly string[];
