import { recordOf, selectRecords } from "../records/recordRows.ts";
import { execute } from "../sql/fragment.ts";
import { inBatches, type Scope } from "../sql/scope.ts";
import { nameOf } from "../sql/text.ts";
import type { Found, Search, StoredRecord } from "../store.ts";
import { type Indexable, recordAt } from "./indexable.ts";
import { catchUp, pendingChanges } from "./searchIndex.ts";
import { searchStatement } from "./searchStatement.ts";

interface Row {
  readonly total: number;
  readonly id: number | null;
}

export async function searchRecords(scope: Scope, objectType: string, search: Search): Promise<Found> {
  const { connection } = scope;
  const associatedTypes = search.groups.flat().flatMap((condition) => (condition.test === "associated" ? [condition.toType] : []));
  const hidden = await catchUpType(scope, objectType, search);
  for (const type of new Set(associatedTypes)) if (type !== objectType) await catchUpType(scope, type, search);
  const { outdatedStatistics, updateStatistics } = connection.dialect;
  if (outdatedStatistics && (await connection.execute(outdatedStatistics, [])).length > 0) await connection.execute(updateStatistics, []);
  const rows = (await execute(connection, searchStatement(scope, nameOf(objectType), search))) as unknown as Row[];
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const byId = new Map((await readRecords(scope, objectType, ids)).map((record) => [Number(record.id), record]));
  const records = ids.flatMap((id) => {
    const record = byId.get(id);
    const indexed = hidden.get(id);
    return record && indexed ? withState(record, indexed) : (record ?? []);
  });
  return { total: rows[0]?.total ?? 0, records: search.at === undefined ? records : asAt(records, search.at) };
}

/** Returns the indexed states of records whose changes are not due yet. */
async function catchUpType(
  scope: Scope,
  objectType: string,
  { at, now }: Pick<Search, "at" | "now">,
): Promise<Map<number, Indexable | undefined>> {
  const { connection, account } = scope;
  const { due, hidden } = await pendingChanges(connection, account, objectType, now);
  await inBatches(due, async (ids) => catchUp(connection, account, await readRecords(scope, objectType, ids), at));
  return hidden;
}

function withState(record: StoredRecord, { createdAt, updatedAt, values }: Indexable): StoredRecord {
  const versions = [...values].map(([name, value]) => [name, [{ value, timestamp: updatedAt, sourceType: "INTEGRATION" }]]);
  return { ...record, createdAt, updatedAt, archivedAt: null, properties: Object.fromEntries(versions) };
}

async function readRecords({ connection, account }: Scope, objectType: string, ids: readonly number[]): Promise<StoredRecord[]> {
  const rows = await selectRecords(connection, { account, objectType: nameOf(objectType), ids });
  return rows.map((row) => recordOf(objectType, row));
}

/** If the lag is new or the clock was set back, the index may contain newer records, which are returned in their current state. */
function asAt(records: readonly StoredRecord[], moment: number): StoredRecord[] {
  return records.map((record) => recordAt(record, moment) ?? record);
}
