/** The differences between SQLite and Postgres. All other SQL is the same for both. */
export interface Dialect {
  /** The type of text in keys, ordered by bytes. */
  readonly keyText: string;
  /** Ends the definition of a table whose rows are short and stored in key order. */
  readonly clustered: string;
  /** Makes other processes wait with their migrations. Always the first statement. */
  readonly lockSchema: string;
  /** Blocks everything that locks or creates an account, until the transaction ends. */
  readonly lockAccounts: string;
  /** Changes the database permanently. Executed only once it is known to belong to the mock. */
  readonly adopt: string;
  /** Selects the columns of all existing tables, as `table_name` and `column_name`. */
  readonly columnsInUse: string;
  /** Ends a query to lock its rows until the transaction ends. SQLite runs one transaction at a time. */
  readonly forUpdate: string;
  /** The same, but other transactions may insert rows that refer to these. */
  readonly forNoKeyUpdate: string;
  /** Whether the database supports lateral joins. Postgres plans other forms of this query badly. */
  readonly lateral: boolean;
  /** The placeholder of a parameter at a position, counted from 1. */
  placeholder(position: number): string;
  /** Whether the column is in a list. The list is a single parameter, so its length does not change the statement. */
  among(column: string, parameter: string): string;
  /** The elements of a JSON array, as rows with the column `entry.value`. */
  entries(parameter: string): string;
}
