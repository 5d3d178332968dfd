import { number, type Statement, statement, text } from "../sql/statement.ts";

export type NewRow = readonly [
  account: number,
  generation: number,
  number: number,
  status: number,
  hasProblems: number,
  operationId: string | null,
  entry: string,
];

/** Inserts entries, except those of deleted accounts. */
export const insertRows: Statement<{ rows: string }, never> = statement(
  ({ entries }) => `
    insert into journal (account_id, number, status, has_problems, operation_id, entry)
    select ${number(0)}, ${number(2)}, ${number(3)}, ${number(4)}, ${text(5)}, ${text(6)}
    from ${entries(":rows")}
    join accounts on accounts.account_id = ${number(0)} and accounts.mark = ${number(1)}`,
);

export const pruneRows: Statement<{ account: number; maxRows: number }, never> = statement(`
  delete from journal
  where account_id = :account and number <= (
    select number from journal where account_id = :account order by number desc limit 1 offset :maxRows
  )`);

export const removeRowsOf: Statement<{ account: number }, never> = statement("delete from journal where account_id = :account");

export interface JournalRow {
  readonly account: number;
  readonly number: number;
  readonly entry: string;
}

/** Selects the entry of an account whose text has a given start. */
export const selectByStart: Statement<{ account: number; start: string }, JournalRow> = statement(`
  select account_id as account, number, entry from journal
  where account_id = :account and substr(entry, 1, length(cast(:start as text))) = :start`);

export interface Selection {
  /** Both bounds are exclusive. */
  readonly after: number;
  readonly before: number;
  readonly limit: number;
  readonly firstStatus: number;
  readonly lastStatus: number;
  readonly hasProblems: number;
  /** `null` for any operation. */
  readonly operationId: string | null;
}

export interface Select<Row> {
  readonly ofAll: Statement<Selection, Row>;
  readonly ofAccount: Statement<Selection & { readonly account: number }, Row>;
}

const inRange = "number > :after and number < :before";

// Postgres cannot infer the type of a parameter that is only compared with `null`.
const fits = `
  status >= :firstStatus and status <= :lastStatus and has_problems >= :hasProblems
  and (cast(:operationId as text) is null or operation_id = :operationId)`;

/** Selects all rows in a range. Rows that do not match the filter have no entry. */
export const selectOldest: Select<Omit<JournalRow, "entry"> & { readonly entry: string | null }> = {
  ofAll: statement(oldest(inRange)),
  ofAccount: statement(oldest(`account_id = :account and ${inRange}`)),
};

function oldest(range: string): string {
  return `
    select account_id as account, number, case when ${fits} then entry end as entry
    from journal where ${range} order by number limit :limit`;
}

export const selectNewest: Select<JournalRow> = {
  ofAll: statement(newest(inRange)),
  ofAccount: statement(newest(`account_id = :account and ${inRange}`)),
};

// The subquery reads only the index. Without a subquery, SQLite would read each row of the range to check whether the row matches.
function newest(range: string): string {
  return `
    select journal.account_id as account, journal.number, journal.entry
    from (select account_id, number from journal where ${range} and ${fits} order by number desc limit :limit) as found
    join journal on journal.account_id = found.account_id and journal.number = found.number
    order by found.number desc`;
}
