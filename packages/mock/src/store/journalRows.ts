import { number, type Statement, statement, text } from "./statement.ts";

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

type Select<Parameters> = Statement<Parameters, JournalRow>;

const inRange = (direction: "asc" | "desc"): Select<Range> =>
  statement(({ db, value }) =>
    db
      .selectFrom("journal")
      .select(["account_id as account", "number", "entry"])
      .where("number", ">", value("after"))
      .where("number", "<", value("before"))
      .orderBy("number", direction)
      .limit(value("limit")),
  );

const inRangeOfAccount = (direction: "asc" | "desc"): Select<Range & OfAccount> =>
  statement(({ db, value }) =>
    db
      .selectFrom("journal")
      .select(["account_id as account", "number", "entry"])
      .where("account_id", "=", value("account"))
      .where("number", ">", value("after"))
      .where("number", "<", value("before"))
      .orderBy("number", direction)
      .limit(value("limit")),
  );

/** Reads rows by their numbers. */
export interface SelectRows {
  readonly ofAll: Select<Range>;
  readonly ofAccount: Select<Range & OfAccount>;
}

/** The smallest numbers first. */
export const selectOldest: SelectRows = { ofAll: inRange("asc"), ofAccount: inRangeOfAccount("asc") };

/** The greatest first. */
export const selectNewest: SelectRows = { ofAll: inRange("desc"), ofAccount: inRangeOfAccount("desc") };

type Change<Parameters> = Statement<Parameters, unknown>;

/** Writes rows of account, mark, number and entry; of accounts that have ended meanwhile it writes nothing. */
export const insertRows: Change<{ rows: readonly (readonly unknown[])[] }> = statement(({ db, entries }) =>
  db
    .insertInto("journal")
    .columns(["account_id", "number", "entry"])
    .expression(
      db
        .selectFrom(entries("rows"))
        .innerJoin("accounts", (join) => join.on("accounts.account_id", "=", number(0)).on("accounts.mark", "=", number(1)))
        .select([number(0).as("account_id"), number(2).as("number"), text(3).as("entry")]),
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
