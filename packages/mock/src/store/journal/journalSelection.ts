import type { Expression, ExpressionBuilder, SelectQueryBuilder, SqlBool } from "kysely";
import { type Parts, type Statement, statement } from "../sql/statement.ts";
import type { Tables } from "../sql/tables.ts";

/** An entry as it is written, in JSON. */
export interface JournalRow {
  readonly account: number;
  readonly number: number;
  readonly entry: string;
}

/** Numbers between two others, neither of them included. */
interface Range {
  readonly after: number;
  readonly before: number;
  readonly limit: number;
}

interface OfAccount {
  readonly account: number;
}

/** What an entry has to be, to fit. */
export interface Fit {
  readonly firstStatus: number;
  readonly lastStatus: number;
  /** 1 when it has to have problems, else 0. */
  readonly hasProblems: number;
  /** `null` when any will do, or none. */
  readonly operationId: string | null;
}

/** Reads rows by their numbers. */
export interface SelectRows<Row> {
  readonly ofAll: Statement<Range & Fit, Row>;
  readonly ofAccount: Statement<Range & Fit & OfAccount, Row>;
}

/** The smallest numbers first. Those that do not fit come, too, without their entry. */
export const selectOldest: SelectRows<Omit<JournalRow, "entry"> & { readonly entry: string | null }> = {
  ofAll: statement((parts) => oldest(inRange(parts), parts)),
  ofAccount: statement((parts) => oldest(inRangeOfAccount(parts), parts)),
};

/** The greatest first, of those that fit. */
export const selectNewest: SelectRows<JournalRow> = {
  ofAll: statement((parts) => newest(inRange(parts), parts)),
  ofAccount: statement((parts) => newest(inRangeOfAccount(parts), parts)),
};

type Rows = SelectQueryBuilder<Tables, "journal", Record<never, never>>;

function inRange({ db, value }: Parts<Range>): Rows {
  return db.selectFrom("journal").where("number", ">", value("after")).where("number", "<", value("before"));
}

function inRangeOfAccount(parts: Parts<Range & OfAccount>): Rows {
  return inRange(parts).where("account_id", "=", parts.value("account"));
}

function oldest(rows: Rows, parts: Parts<Range & Fit>) {
  return rows
    .select((is) => ["account_id as account", "number", is.case().when(fits(is, parts)).then(is.ref("entry")).end().as("entry")])
    .orderBy("number")
    .limit(parts.value("limit"));
}

// Found in the index alone, and only then read: in one step, SQLite would look up every row of the range to see whether it fits.
function newest(rows: Rows, parts: Parts<Range & Fit>) {
  const found = rows
    .select(["account_id", "number"])
    .where((is) => fits(is, parts))
    .orderBy("number", "desc")
    .limit(parts.value("limit"));
  return parts.db
    .selectFrom(found.as("found"))
    .innerJoin("journal", (join) => join.onRef("journal.account_id", "=", "found.account_id").onRef("journal.number", "=", "found.number"))
    .select(["journal.account_id as account", "journal.number", "journal.entry"])
    .orderBy("found.number", "desc");
}

function fits(is: ExpressionBuilder<Tables, "journal">, { value }: Parts<Fit>): Expression<SqlBool> {
  return is.and([
    is("status", ">=", value("firstStatus")),
    is("status", "<=", value("lastStatus")),
    is("has_problems", ">=", value("hasProblems")),
    // Postgres cannot guess the type of a parameter that is only compared with `null`.
    is.or([is(is.cast(is.val(value("operationId")), "text"), "is", null), is("operation_id", "=", value("operationId"))]),
  ]);
}
