export interface Dialect {
  /** The SQL type of strings in keys, which are ordered by their bytes. */
  readonly keyText: string;
  /** The table option that stores rows in key order, for tables with short rows. */
  readonly clustered: string;
  /** Whether every index contains the primary key, so that finding ids by an index does not read rows. */
  readonly indexesContainKeys: boolean;
  /** The first statement of a migration, which makes other processes wait. */
  readonly lockSchema: string;
  /** A statement that prevents other transactions from locking or creating accounts until this transaction ends. */
  readonly lockAccounts: string;
  /** A statement that changes the database permanently. It runs only after the mock has checked that it owns the database. */
  readonly adopt: string;
  /** A query that lists the columns of all tables as `table_name` and `column_name`. */
  readonly columnsInUse: string;
  /** A clause that locks the rows of a query. It is empty for SQLite, which runs one transaction at a time. */
  readonly forUpdate: string;
  /** Like `forUpdate`, but other transactions may insert rows that refer to the locked rows. */
  readonly forNoKeyUpdate: string;
  readonly lateral: boolean;
  /** @param position the position of the parameter, starting at 1 */
  placeholder(position: number): string;
  /** Tests whether a list contains the column's value. The list is one parameter, so the text does not depend on its length. */
  among(column: string, parameter: string): string;
  /** Tests whether a query selects the column's value. The database looks up each selected value. */
  amongSelected(column: string, query: string): string;
  /** Returns a table expression for the elements of a JSON array, with the column `entry.value`. */
  entries(parameter: string): string;
  /** A query that returns a row if the search index has outgrown its statistics. Absent if the planner needs no statistics. */
  readonly outdatedStatistics?: string;
  readonly updateStatistics: string;
  /** The time in milliseconds since the epoch, which is the same for all processes. */
  readonly time: string;
}
