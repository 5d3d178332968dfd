/** The differences between SQLite and Postgres. */
export interface Dialect {
  /** Text in keys is ordered by bytes. */
  readonly keyText: string;
  /** For tables with short rows, stored in key order. */
  readonly clustered: string;
  /** Makes other processes wait. Always the first statement of a migration. */
  readonly lockSchema: string;
  /** Prevents others from locking or creating accounts until the transaction ends. */
  readonly lockAccounts: string;
  /** Changes the database permanently, once it is known to belong to the mock. */
  readonly adopt: string;
  /** Columns: `table_name` and `column_name`. */
  readonly columnsInUse: string;
  /** Locks the rows of a query. SQLite runs one transaction at a time. */
  readonly forUpdate: string;
  /** Like `forUpdate`, but other transactions may insert rows that refer to these. */
  readonly forNoKeyUpdate: string;
  readonly lateral: boolean;
  /** @param position counted from 1 */
  placeholder(position: number): string;
  /** The list is a single parameter, so its length does not change the statement. */
  among(column: string, parameter: string): string;
  /** The elements of a JSON array as rows with the column `entry.value`. */
  entries(parameter: string): string;
}
