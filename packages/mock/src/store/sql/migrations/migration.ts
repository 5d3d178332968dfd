import type { Dialect } from "../dialect.ts";

/** Released migrations never change. */
export interface Migration {
  /** The schema version after the migration. */
  readonly version: number;
  statements(dialect: Dialect): readonly string[];
}
