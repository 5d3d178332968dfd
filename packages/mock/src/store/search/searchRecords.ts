import { recordOf, selectRecords } from "../records/recordRows.ts";
import type { Found, StoredRecord } from "../records/recordStore.ts";
import { execute } from "../sql/fragment.ts";
import type { Scope } from "../sql/scope.ts";
import { nameOf } from "../sql/text.ts";
import type { Indexable } from "./indexable.ts";
import type { Search } from "./search.ts";
import { catchUp, pendingRecords } from "./searchIndex.ts";
import { searchStatement } from "./searchStatement.ts";

interface Row {
  readonly total: number;
  readonly id: number | null;
}

export async function searchRecords(scope: Scope, objectType: string, search: Search): Promise<Found> {
  const { connection } = scope;
  const associatedTypes = search.groups.flat().flatMap((condition) => (condition.test === "associated" ? [condition.toType] : []));
  const pending = await catchUpType(scope, objectType, search);
  for (const type of new Set(associatedTypes)) if (type !== objectType) await catchUpType(scope, type, search);
  const { outdatedStatistics, updateStatistics } = connection.dialect;
  if (outdatedStatistics && (await connection.execute(outdatedStatistics, [])).length > 0) await connection.execute(updateStatistics, []);
  const rows = (await execute(connection, searchStatement(scope, nameOf(objectType), search))) as unknown as Row[];
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const byId = new Map((await readRecords(scope, objectType, ids)).map((record) => [Number(record.id), record]));
  const records = ids.flatMap((id) => {
    const record = byId.get(id);
    const indexed = pending.get(id);
    return record && indexed ? withState(record, indexed) : (record ?? []);
  });
  return { total: rows[0]?.total ?? 0, records };
}

/** Returns the indexed states of the records with changes that are not in the index. */
async function catchUpType(
  { connection, account }: Scope,
  objectType: string,
  times: Pick<Search, "at" | "now">,
): Promise<Map<number, Indexable | undefined>> {
  return catchUp(connection, account, objectType, await pendingRecords(connection, account, objectType), times);
}

function withState(record: StoredRecord, { createdAt, updatedAt, values }: Indexable): StoredRecord {
  const versions = [...values].map(([name, value]) => [name, [{ value, timestamp: updatedAt, sourceType: "INTEGRATION" }]]);
  return { ...record, createdAt, updatedAt, archivedAt: null, properties: Object.fromEntries(versions) };
}

async function readRecords({ connection, account }: Scope, objectType: string, ids: readonly number[]): Promise<StoredRecord[]> {
  const rows = await selectRecords(connection, { account, objectType: nameOf(objectType), ids });
  return rows.map((row) => recordOf(objectType, row));
}
