import { sql } from "kysely";
import { recordNumber } from "../records/recordRows.ts";
import { inBatches, type Scope } from "../sql/scope.ts";
import { number, selected, statement, text } from "../sql/statement.ts";
import { keyOf, nameOf, numberOf, textOf } from "../sql/text.ts";
import type { AssociationStore, Link } from "../store.ts";
import { columns, type LinkRow, linkOf, readPages } from "./linkPages.ts";

interface Links {
  readonly account: number;
  readonly rows: readonly (readonly unknown[])[];
}

const insert = statement<Links>(({ db, value, entries }) =>
  db
    .insertInto("associations")
    .columns(["account_id", ...columns])
    .expression(
      db
        .selectFrom(entries("rows"))
        .select([
          selected(value("account")).as("account_id"),
          text(0).as("from_type"),
          number(1).as("from_id"),
          number(2).as("type_id"),
          number(3).as("to_id"),
          text(4).as("to_type"),
        ])
        .where(sql.lit(true)),
    )
    .onConflict((conflict) => conflict.doNothing()),
);

const removeLinks = statement<Links>(({ db, value, entries }) =>
  db
    .deleteFrom("associations")
    .where("account_id", "=", value("account"))
    .where(({ refTuple, eb }) =>
      eb(
        refTuple(...columns),
        "in",
        db
          .selectFrom(entries("rows"))
          .select([text(0).as("a"), number(1).as("b"), number(2).as("c"), number(3).as("d"), text(4).as("e")])
          .$asTuple("a", "b", "c", "d", "e"),
      ),
    ),
);

const selectFrom = statement<{ account: number; fromType: string; fromIds: readonly number[]; toType: string }, LinkRow>(
  ({ db, value, among }) =>
    db
      .selectFrom("associations")
      .select(columns)
      .where("account_id", "=", value("account"))
      .where("from_type", "=", value("fromType"))
      .where(among("from_id", "fromIds"))
      .where("to_type", "=", value("toType"))
      .orderBy("from_id")
      .orderBy("to_id")
      .orderBy("type_id"),
);

const selectKinds = statement<{ account: number; fromType: string; fromId: number }, { type_id: number; to_type: string; count: number }>(
  ({ db, value }) =>
    db
      .selectFrom("associations")
      .select(({ fn }) => ["type_id", "to_type", fn.countAll<number>().as("count")])
      .where("account_id", "=", value("account"))
      .where("from_type", "=", value("fromType"))
      .where("from_id", "=", value("fromId"))
      .groupBy(["type_id", "to_type"])
      .orderBy("type_id")
      .orderBy("to_type"),
);

const selectAll = statement<{ account: number }, LinkRow>(({ db, value }) =>
  db
    .selectFrom("associations")
    .select(columns)
    .where("account_id", "=", value("account"))
    .orderBy("from_type")
    .orderBy("from_id")
    .orderBy("type_id")
    .orderBy("to_id")
    .orderBy("to_type"),
);

export function associationStore({ connection, account, atomically }: Scope): AssociationStore {
  return {
    async add(links) {
      if (links.length === 0) return;
      await atomically((transaction) =>
        inBatches(links, (batch) => insert(transaction, { account, rows: batch.map((link) => rowOf(link)) })),
      );
    },
    async remove(links) {
      if (links.length === 0) return;
      await atomically((transaction) =>
        inBatches(links, (batch) => removeLinks(transaction, { account, rows: batch.map((link) => rowOf(link)) })),
      );
    },
    async from(fromType, fromIds, toType) {
      const numbers = fromIds.flatMap((id) => numberOf(id) ?? []);
      return (await selectFrom(connection, { account, fromType: keyOf(fromType), fromIds: numbers, toType: keyOf(toType) })).map(linkOf);
    },
    pages: (starts, limit) => readPages(connection, account, starts, limit),
    async kinds(fromType, fromId) {
      const id = numberOf(fromId);
      if (id === undefined) return [];
      const rows = await selectKinds(connection, { account, fromType: keyOf(fromType), fromId: id });
      return rows.map((row) => ({ typeId: row.type_id, toType: textOf(row.to_type), count: row.count }));
    },
    async list() {
      return (await selectAll(connection, { account })).map(linkOf);
    },
  };
}

function rowOf(link: Link): readonly unknown[] {
  return [nameOf(link.fromType), recordNumber(link.fromId), link.typeId, recordNumber(link.toId), nameOf(link.toType)];
}
