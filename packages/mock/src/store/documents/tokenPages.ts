import type { Connection } from "../sql/connection.ts";
import { statement } from "../sql/statement.ts";
import { keyOf, textOf } from "../sql/text.ts";
import type { StoredToken, TokenPlace } from "./documentStore.ts";

interface Page {
  readonly account: number;
  readonly number: number;
  readonly collection: string;
  readonly key: string;
  readonly limit: number;
}

interface Row {
  readonly collection: string;
  readonly key: string;
  readonly document: string;
}

// The index has the same order, so a query reads only the tokens of its page.
const selectTokens = statement<Page, Row>(`
  select collection, key, document from documents
  where account_id = :account and issue_number <= :number
    and (issue_number < :number or (collection, key) > (:collection, :key))
  order by issue_number desc, collection, key
  limit :limit`);

export async function readTokens(
  connection: Connection,
  account: number,
  after: TokenPlace | undefined,
  limit: number,
): Promise<StoredToken[]> {
  const { number, collection, key } = after ?? { number: Number.MAX_SAFE_INTEGER, collection: "", key: "" };
  const rows = await selectTokens(connection, { account, number, collection, key: keyOf(key), limit });
  return rows.map((row) => ({ collection: row.collection, key: textOf(row.key), document: JSON.parse(row.document) }) as StoredToken);
}
