import { sql } from "kysely";
import { recordNumber } from "./recordRows.ts";
import { inBatches, type Scope } from "./scope.ts";
import { number, selected, statement, text } from "./statement.ts";
import type { AssociationStore, Link } from "./store.ts";
import { keyOf, nameOf, numberOf, textOf } from "./text.ts";

interface LinkRow {
  readonly from_type: string;
  readonly from_id: number;
  readonly type_id: number;
  readonly to_id: number;
  readonly to_type: string;
}

interface Links {
  readonly account: number;
  readonly rows: readonly (readonly unknown[])[];
}

// In the order of the key.
const columns = ["from_type", "from_id", "type_id", "to_id", "to_type"] as const;

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

const selectPage = statement<{ account: number; fromType: string; fromId: number; typeId: number; after: number; limit: number }, LinkRow>(
  ({ db, value }) =>
    db
      .selectFrom("associations")
      .select(columns)
      .where("account_id", "=", value("account"))
      .where("from_type", "=", value("fromType"))
      .where("from_id", "=", value("fromId"))
      .where("type_id", "=", value("typeId"))
      .where("to_id", ">", value("after"))
      .orderBy("to_id")
      .orderBy("to_type")
      .limit(value("limit")),
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
    async page(fromType, fromId, typeId, after, limit) {
      const number = numberOf(fromId);
      if (number === undefined) return [];
      return (await selectPage(connection, { account, fromType: keyOf(fromType), fromId: number, typeId, after, limit })).map(linkOf);
    },
    async list() {
      return (await selectAll(connection, { account })).map(linkOf);
    },
  };
}

function rowOf(link: Link): readonly unknown[] {
  return [nameOf(link.fromType), recordNumber(link.fromId), link.typeId, recordNumber(link.toId), nameOf(link.toType)];
}

function linkOf(row: LinkRow): Link {
  return {
    fromType: textOf(row.from_type),
    fromId: String(row.from_id),
    typeId: row.type_id,
    toType: textOf(row.to_type),
    toId: String(row.to_id),
  };
}
