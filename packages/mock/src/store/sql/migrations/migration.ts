import type { Dialect } from "../dialect.ts";

/** Returns the SQL statements of a migration. Released migrations never change. */
export type Migration = (dialect: Dialect) => readonly string[];
