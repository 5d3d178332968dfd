import { sql } from "kysely";
import type { Collection, Documents, StoredDocument } from "../documents.ts";
import { inBatches, type Scope } from "../sql/scope.ts";
import { number, selected, statement, text } from "../sql/statement.ts";
import { escapedText, isLong, keyOf, textOf } from "../sql/text.ts";
import type { DocumentStore } from "../store.ts";
import { readTokens } from "./tokenPages.ts";

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

const selectBefore = statement<
  OfCollection & { before: string; limit: number },
  { key: string; long_key: string | null; document: string }
>(({ db, value }) =>
  db
    .selectFrom("documents")
    .select(["key", "long_key", "document"])
    .where("account_id", "=", value("account"))
    .where("collection", "=", value("collection"))
    .where("key", "<", value("before"))
    .orderBy("key", "desc")
    .limit(value("limit")),
);

const countAll = statement<OfCollection, { count: number }>(({ db, value }) =>
  db
    .selectFrom("documents")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("account_id", "=", value("account"))
    .where("collection", "=", value("collection")),
);

const upsert = statement<{ account: number; rows: readonly (readonly unknown[])[] }>(({ db, value, entries }) =>
  db
    .insertInto("documents")
    .columns(["account_id", "collection", "key", "long_key", "document", "grant_id", "issue_number", "expires_at", "wall_expires_at"])
    .expression(
      db
        .selectFrom(entries("rows"))
        .select([
          selected(value("account")).as("account_id"),
          text(0).as("collection"),
          text(1).as("key"),
          text(2).as("long_key"),
          text(3).as("document"),
          text(4).as("grant_id"),
          number(5).as("issue_number"),
          number(6).as("expires_at"),
          number(7).as("wall_expires_at"),
        ])
        .where(sql.lit(true)),
    )
    .onConflict((conflict) =>
      conflict.columns(["account_id", "collection", "key"]).doUpdateSet(({ ref }) => ({
        document: ref("excluded.document"),
        grant_id: ref("excluded.grant_id"),
        issue_number: ref("excluded.issue_number"),
        expires_at: ref("excluded.expires_at"),
        wall_expires_at: ref("excluded.wall_expires_at"),
      })),
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

const removeGrant = statement<{ account: number; grantId: string }>(({ db, value }) =>
  db.deleteFrom("documents").where("account_id", "=", value("account")).where("grant_id", "=", value("grantId")),
);

const removeExpired = removalBy("expires_at");
const removeExpiredByWall = removalBy("wall_expires_at");

function removalBy(column: "expires_at" | "wall_expires_at") {
  return statement<{ account: number; before: number; most: number }>(({ db, value }) =>
    db
      .deleteFrom("documents")
      .where("account_id", "=", value("account"))
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple("collection", "key"),
          "in",
          selectFrom("documents as expired")
            .where("expired.account_id", "=", value("account"))
            .where(`expired.${column}`, "<", value("before"))
            .orderBy(`expired.${column}`)
            .limit(value("most"))
            .select(["expired.collection", "expired.key"])
            .$asTuple("collection", "key"),
        ),
      ),
  );
}

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
    async lastBefore<Name extends Collection>(collection: Name, before: string, limit: number) {
      const rows = await selectBefore(connection, { account, collection, before: keyOf(before), limit });
      return rows.map((row) => ({ key: textOf(row.long_key ?? row.key), document: JSON.parse(row.document) as Documents[Name] }));
    },
    newestTokens: (after, limit) => readTokens(connection, account, after, limit),
    async count(collection) {
      const [row] = await countAll(connection, { account, collection });
      return row?.count ?? 0;
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
    async deleteGrant(grantId) {
      await removeGrant(connection, { account, grantId });
    },
    async deleteExpired({ before, wallBefore }, most) {
      await removeExpired(connection, { account, before, most });
      await removeExpiredByWall(connection, { account, before: wallBefore, most });
    },
  };
}

const isCredential: ReadonlySet<Collection> = new Set(["authorizationCode", "refreshToken", "accessToken"]);

function rowOf(collection: Collection, key: string, document: unknown): readonly unknown[] {
  const stored = keyOf(key);
  const {
    grantId = null,
    number: issueNumber = null,
    expiresAt = null,
    wallExpiresAt = null,
  } = isCredential.has(collection) ? (document as Partial<Documents["accessToken"]>) : {};
  const longKey = isLong(stored) ? escapedText(key) : null;
  return [collection, stored, longKey, JSON.stringify(document), grantId, issueNumber, expiresAt, wallExpiresAt];
}
