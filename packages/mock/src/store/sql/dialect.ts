import { type AliasedRawBuilder, DummyDriver, Kysely, type Dialect as KyselyDialect, type RawBuilder, type SqlBool } from "kysely";
import type { Tables } from "./tables.ts";

/** Where SQLite and Postgres differ. All else is one SQL, which Kysely writes for both. */
export interface Dialect {
  readonly name: "SQLite" | "Postgres";
  /** Builds and compiles; it has no connection. */
  readonly builder: Kysely<Tables>;
  /** The type of text that is part of a key: ordered by its bytes. */
  readonly keyText: string;
  /** Ends the definition of a table whose rows are short and lie in the order of their key. */
  readonly clustered: string;
  /** Makes other processes wait with their migrations; also the first statement of ours. */
  readonly lockSchema: string;
  /** Makes everybody wait who locks an account or makes one, until the end of the transaction. */
  readonly lockAccounts: string;
  /** Run once the database is known to be the mock's: what changes it for good, and must not be done to that of somebody else. */
  readonly adopt: string;
  /** Asks for the columns of all tables that are there, as `table_name` and `column_name`. */
  readonly columnsInUse: string;
  /** How a list travels as one parameter, so that a statement is the same for any length. */
  list(values: readonly unknown[]): unknown;
  /** Whether the column is in a list. */
  among(column: RawBuilder<unknown>, list: unknown): RawBuilder<SqlBool>;
  /** The elements of a JSON array as rows of one column, `value`. */
  entries(json: unknown): AliasedRawBuilder<{ value: string }, "entry">;
  /** Whether a join can ask anew for each row, `lateral`; Postgres plans nothing else as well. SQLite has no such join. */
  readonly lateral: boolean;
  /** Whether a selected row can be locked until the end of the transaction. SQLite has one transaction at a time. */
  readonly rowLocks: boolean;
}

// Kysely writes the SQL and we run it: its own executor lets all callers of a single connection wait for each other in a
// loop, which measured 25 µs a query at 1,000 callers against 1 µs.
export function builderFor(dialect: Pick<KyselyDialect, "createAdapter" | "createIntrospector" | "createQueryCompiler">): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => new DummyDriver(),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (builder) => dialect.createIntrospector(builder),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  });
}
