import { inBatches, type Scope } from "../sql/scope.ts";
import { number, statement, text } from "../sql/statement.ts";
import { escapedText, isLong, keyOf, textOf } from "../sql/text.ts";
import type { DocumentStore, StoredToken, TokenPlace } from "./documentStore.ts";
import type { AnyDocument, Collection, Documents, StoredDocument } from "./documents.ts";
import { readTokens } from "./tokenPages.ts";

interface OfCollection {
  readonly account: number;
  readonly collection: string;
}

interface DocumentRow {
  readonly key: string;
  readonly long_key: string | null;
  readonly document: string;
}

const select = statement<OfCollection & { key: string }, { document: string }>(
  "select document from documents where account_id = :account and collection = :collection and key = :key",
);

const selectAll = statement<OfCollection, DocumentRow>(`
  select key, long_key, document from documents
  where account_id = :account and collection = :collection
  order by key`);

const selectBefore = statement<OfCollection & { before: string; limit: number }, DocumentRow>(`
  select key, long_key, document from documents
  where account_id = :account and collection = :collection and key < :before
  order by key desc
  limit :limit`);

const countAll = statement<OfCollection, { count: number }>(
  "select count(*) as count from documents where account_id = :account and collection = :collection",
);

const upsert = statement<{ account: number; rows: string }>(
  ({ entries }) => `
    insert into documents
      (account_id, collection, key, long_key, document, grant_id, issue_number, expires_at, wall_expires_at)
    select
      cast(:account as bigint), ${text(0)}, ${text(1)}, ${text(2)}, ${text(3)}, ${text(4)}, ${number(5)}, ${number(6)}, ${number(7)}
    from ${entries(":rows")} where true
    on conflict (account_id, collection, key) do update set
      document = excluded.document, grant_id = excluded.grant_id, issue_number = excluded.issue_number,
      expires_at = excluded.expires_at, wall_expires_at = excluded.wall_expires_at`,
);

const remove = statement<OfCollection & { key: string }, { key: string }>(
  "delete from documents where account_id = :account and collection = :collection and key = :key returning key",
);

const removeGrant = statement<{ account: number; grantId: string }>(
  "delete from documents where account_id = :account and grant_id = :grantId",
);

const removeExpired = removalBy("expires_at");
const removeExpiredByWall = removalBy("wall_expires_at");

function removalBy(column: "expires_at" | "wall_expires_at") {
  return statement<{ account: number; before: number; limit: number }>(`
    delete from documents
    where account_id = :account and (collection, key) in (
      select collection, key from documents
      where account_id = :account and ${column} < :before
      order by ${column}
      limit :limit
    )`);
}

export class SqlDocuments implements DocumentStore {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  async get<Name extends Collection>(collection: Name, key: string): Promise<Documents[Name] | undefined> {
    const { connection, account } = this.#scope;
    const [row] = await select(connection, { account, collection, key: keyOf(key) });
    return row && (JSON.parse(row.document) as Documents[Name]);
  }

  async list<Name extends Collection>(collection: Name): Promise<StoredDocument<Name>[]> {
    const { connection, account } = this.#scope;
    return (await selectAll(connection, { account, collection })).map((row) => documentOf<Name>(row));
  }

  async lastBefore<Name extends Collection>(collection: Name, before: string, limit: number): Promise<StoredDocument<Name>[]> {
    const { connection, account } = this.#scope;
    return (await selectBefore(connection, { account, collection, before: keyOf(before), limit })).map((row) => documentOf<Name>(row));
  }

  newestTokens(after: TokenPlace | undefined, limit: number): Promise<StoredToken[]> {
    return readTokens(this.#scope.connection, this.#scope.account, after, limit);
  }

  async count(collection: Collection): Promise<number> {
    const { connection, account } = this.#scope;
    const [row] = await countAll(connection, { account, collection });
    return row?.count ?? 0;
  }

  put<Name extends Collection>(collection: Name, documents: readonly StoredDocument<Name>[]): Promise<void> {
    return this.putAll(documents.map((document) => ({ ...document, collection }) as unknown as AnyDocument));
  }

  async putAll(documents: readonly AnyDocument[]): Promise<void> {
    const { connection, account } = this.#scope;
    const last = [...new Map(documents.map((document) => [`${document.collection} ${document.key}`, document])).values()];
    const rows = last.map(({ collection, key, document }) => rowOf(collection, key, document));
    await inBatches(rows, (batch) => upsert(connection, { account, rows: JSON.stringify(batch) }));
  }

  async delete(collection: Collection, key: string): Promise<boolean> {
    const { connection, account } = this.#scope;
    return (await remove(connection, { account, collection, key: keyOf(key) })).length > 0;
  }

  async deleteGrant(grantId: string): Promise<void> {
    await removeGrant(this.#scope.connection, { account: this.#scope.account, grantId });
  }

  async deleteExpired({ before, wallBefore }: { readonly before: number; readonly wallBefore: number }, limit: number): Promise<void> {
    const { connection, account } = this.#scope;
    await removeExpired(connection, { account, before, limit });
    await removeExpiredByWall(connection, { account, before: wallBefore, limit });
  }
}

function documentOf<Name extends Collection>({ key, long_key, document }: DocumentRow): StoredDocument<Name> {
  return { key: textOf(long_key ?? key), document: JSON.parse(document) as Documents[Name] };
}

const isCredential: ReadonlySet<Collection> = new Set(["authorizationCode", "refreshToken", "accessToken"]);

function rowOf(collection: Collection, key: string, document: unknown): readonly unknown[] {
  const storedKey = keyOf(key);
  const {
    grantId = null,
    number: issueNumber = null,
    expiresAt = null,
    wallExpiresAt = null,
  } = isCredential.has(collection) ? (document as Partial<Documents["accessToken"]>) : {};
  const longKey = isLong(storedKey) ? escapedText(key) : null;
  return [collection, storedKey, longKey, JSON.stringify(document), grantId, issueNumber, expiresAt, wallExpiresAt];
}
