import type { Dialect } from "../dialect.ts";

/** Plain SQL. Released migrations never change. */
export type Migration = (dialect: Dialect) => readonly string[];
