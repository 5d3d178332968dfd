import { number, type Statement, statement, text } from "../sql/statement.ts";

/** A row that is to be written. */
export type NewRow = readonly [
  account: number,
  mark: number,
  number: number,
  status: number,
  hasProblems: number,
  operationId: string | null,
  entry: string,
];

interface OfAccount {
  readonly account: number;
}

type Change<Parameters> = Statement<Parameters, unknown>;

/** Writes rows; of accounts that have ended meanwhile it writes nothing. */
export const insertRows: Change<{ rows: readonly NewRow[] }> = statement(({ db, entries }) =>
  db
    .insertInto("journal")
    .columns(["account_id", "number", "status", "has_problems", "operation_id", "entry"])
    .expression(
      db
        .selectFrom(entries("rows"))
        .innerJoin("accounts", (join) => join.on("accounts.account_id", "=", number(0)).on("accounts.mark", "=", number(1)))
        .select([
          number(0).as("account_id"),
          number(2).as("number"),
          number(3).as("status"),
          number(4).as("has_problems"),
          text(5).as("operation_id"),
          text(6).as("entry"),
        ]),
    ),
);

/** Removes all but the newest rows of an account. */
export const pruneRows: Change<OfAccount & { kept: number }> = statement(({ db, value }) =>
  db
    .deleteFrom("journal")
    .where("account_id", "=", value("account"))
    .where("number", "<=", (is) =>
      is
        .selectFrom("journal")
        .select("number")
        .where("account_id", "=", value("account"))
        .orderBy("number", "desc")
        .limit(1)
        .offset(value("kept")),
    ),
);

export const removeRowsOf: Change<OfAccount> = statement(({ db, value }) =>
  db.deleteFrom("journal").where("account_id", "=", value("account")),
);
export const removeRows: Change<Record<never, never>> = statement(({ db }) => db.deleteFrom("journal"));
