import { recordOf, selectRecords } from "../records/recordRows.ts";
import { execute } from "../sql/fragment.ts";
import { inBatches, type Scope } from "../sql/scope.ts";
import { nameOf } from "../sql/text.ts";
import type { Found, Search, StoredRecord } from "../store.ts";
import { recordAt } from "./indexable.ts";
import { catchUp, selectAllPending } from "./searchIndex.ts";
import { searchStatement } from "./searchStatement.ts";

interface Row {
  readonly total: number;
  readonly id: number | null;
}

export async function searchRecords(scope: Scope, objectType: string, search: Search): Promise<Found> {
  const { connection } = scope;
  const associatedTypes = search.groups.flat().flatMap((condition) => (condition.test === "associated" ? [condition.toType] : []));
  for (const type of new Set([objectType, ...associatedTypes])) await catchUpType(scope, type, search.at);
  const { outdatedStatistics, updateStatistics } = connection.dialect;
  if (outdatedStatistics && (await connection.execute(outdatedStatistics, [])).length > 0) await connection.execute(updateStatistics, []);
  const rows = (await execute(connection, searchStatement(scope, nameOf(objectType), search))) as unknown as Row[];
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const byId = new Map((await readRecords(scope, objectType, ids)).map((record) => [Number(record.id), record]));
  const records = ids.flatMap((id) => byId.get(id) ?? []);
  return { total: rows[0]?.total ?? 0, records: search.at === undefined ? records : asAt(records, search.at) };
}

async function catchUpType(scope: Scope, objectType: string, at: number | undefined): Promise<void> {
  const { connection, account } = scope;
  const pending = await selectAllPending(connection, { account, objectType: nameOf(objectType) });
  await inBatches(pending, async (batch) => {
    const ids = batch.map(({ id }) => id);
    await catchUp(connection, account, await readRecords(scope, objectType, ids), at);
  });
}

async function readRecords({ connection, account }: Scope, objectType: string, ids: readonly number[]): Promise<StoredRecord[]> {
  const rows = await selectRecords(connection, { account, objectType: nameOf(objectType), ids });
  return rows.map((row) => recordOf(objectType, row));
}

/** The index may contain newer records: if the lag is new, or if the clock was set back. They are returned as they are. */
function asAt(records: readonly StoredRecord[], moment: number): StoredRecord[] {
  return records.map((record) => recordAt(record, moment) ?? record);
}
