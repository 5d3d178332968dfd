/** Where SQLite and Postgres differ. All other SQL is the same for both. */
export interface Dialect {
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
  /** Ends a query whose rows stay locked until the end of the transaction. SQLite has one transaction at a time. */
  readonly forUpdate: string;
  /** The same, but others may write rows that refer to these. */
  readonly forNoKeyUpdate: string;
  /** Whether a join can ask anew for each row, `lateral`; Postgres plans nothing else as well. SQLite has no such join. */
  readonly lateral: boolean;
  /** The parameter at a position, counted from 1. */
  placeholder(position: number): string;
  /** Whether the column is in the list that a parameter holds. A list is one parameter, so that any length makes the same statement. */
  among(column: string, parameter: string): string;
  /** The elements of the JSON array that a parameter holds, as rows of one column, `entry.value`. */
  entries(parameter: string): string;
}
