import type { Connection } from "../../sql/connection.ts";
import { inBatches } from "../../sql/scope.ts";
import { entryAccount, type Statement, statement } from "../../sql/statement.ts";

/** The parameters of a statement for many rows; each row is a JSON array. */
export interface Rows {
  readonly account: number;
  readonly rows: string;
}

/** Deletes the rows whose columns equal the values of an entry. */
export function removal(table: string, columns: Readonly<Record<string, string>>): Statement<Rows, never> {
  return statement(
    ({ entries }) => `
      delete from ${table} where (account_id, ${Object.keys(columns).join(", ")})
      in (select ${entryAccount}, ${Object.values(columns).join(", ")} from ${entries(":rows")})`,
  );
}

export async function write(
  connection: Connection,
  account: number,
  change: Statement<Rows, never>,
  rows: readonly unknown[],
): Promise<void> {
  await inBatches(rows, (batch) => change(connection, { account, rows: JSON.stringify(batch) }));
}
