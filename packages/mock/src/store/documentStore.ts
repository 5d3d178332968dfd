import { sql } from "kysely";
import type { Collection, Documents, StoredDocument } from "./documents.ts";
import { inBatches, type Scope } from "./scope.ts";
import { selected, statement, text } from "./statement.ts";
import type { DocumentStore } from "./store.ts";
import { escapedText, isLong, keyOf, textOf } from "./text.ts";

interface OfCollection {
  readonly account: number;
  readonly collection: string;
}

const select = statement<OfCollection & { key: string }, { document: string }>(({ db, value }) =>
  db
    .selectFrom("documents")
    .select("document")
    .where("account_id", "=", value("account"))
    .where("collection", "=", value("collection"))
    .where("key", "=", value("key")),
);

const selectAll = statement<OfCollection, { key: string; long_key: string | null; document: string }>(({ db, value }) =>
  db
    .selectFrom("documents")
    .select(["key", "long_key", "document"])
    .where("account_id", "=", value("account"))
    .where("collection", "=", value("collection"))
    .orderBy("key"),
);

const upsert = statement<{ account: number; rows: readonly (readonly unknown[])[] }>(({ db, value, entries }) =>
  db
    .insertInto("documents")
    .columns(["account_id", "collection", "key", "long_key", "document"])
    .expression(
      db
        .selectFrom(entries("rows"))
        .select([
          selected(value("account")).as("account_id"),
          text(0).as("collection"),
          text(1).as("key"),
          text(2).as("long_key"),
          text(3).as("document"),
        ])
        .where(sql.lit(true)),
    )
    .onConflict((conflict) =>
      conflict.columns(["account_id", "collection", "key"]).doUpdateSet(({ ref }) => ({ document: ref("excluded.document") })),
    ),
);

const remove = statement<OfCollection & { key: string }, { key: string }>(({ db, value }) =>
  db
    .deleteFrom("documents")
    .where("account_id", "=", value("account"))
    .where("collection", "=", value("collection"))
    .where("key", "=", value("key"))
    .returning("key"),
);

export function documentStore({ connection, account, atomically }: Scope): DocumentStore {
  return {
    async get<Name extends Collection>(collection: Name, key: string) {
      const [row] = await select(connection, { account, collection, key: keyOf(key) });
      return row && (JSON.parse(row.document) as Documents[Name]);
    },
    async list<Name extends Collection>(collection: Name) {
      const rows = await selectAll(connection, { account, collection });
      return rows.map((row) => ({ key: textOf(row.long_key ?? row.key), document: JSON.parse(row.document) as Documents[Name] }));
    },
    async put<Name extends Collection>(collection: Name, documents: readonly StoredDocument<Name>[]) {
      const last = [...new Map(documents.map((document) => [document.key, document])).values()];
      const rows = last.map(({ key, document }) => rowOf(collection, key, document));
      if (rows.length <= 1) await upsert(connection, { account, rows });
      else await atomically((transaction) => inBatches(rows, (batch) => upsert(transaction, { account, rows: batch })));
    },
    async delete(collection, key) {
      return (await remove(connection, { account, collection, key: keyOf(key) })).length > 0;
    },
  };
}

function rowOf(collection: Collection, key: string, document: unknown): readonly unknown[] {
  const stored = keyOf(key);
  return [collection, stored, isLong(stored) ? escapedText(key) : null, JSON.stringify(document)];
}
