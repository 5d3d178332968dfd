import type { Dialect } from "../dialect.ts";

/** One step of the schema, as plain SQL. Released migrations never change. */
export type Migration = (dialect: Dialect) => readonly string[];
