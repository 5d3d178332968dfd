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
  const { connection, account } = scope;
  const type = nameOf(objectType);
  const read = async (ids: readonly number[]) => {
    const rows = await selectRecords(connection, { account, objectType: type, ids });
    return rows.map((row) => recordOf(objectType, row));
  };
  const pending = await selectAllPending(connection, { account, objectType: type });
  await inBatches(pending, async (batch) => {
    const ids = batch.map(({ id }) => id);
    await catchUp(connection, account, await read(ids), search.at);
  });
  const { outdatedStatistics, updateStatistics } = connection.dialect;
  if (outdatedStatistics && (await connection.execute(outdatedStatistics, [])).length > 0) await connection.execute(updateStatistics, []);
  const rows = (await execute(connection, searchStatement(scope, type, search))) as unknown as Row[];
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const records = await read(ids);
  const byId = new Map(records.map((record) => [Number(record.id), search.at === undefined ? record : recordAt(record, search.at)]));
  const found = ids.map((id) => byId.get(id)).filter((record): record is StoredRecord => record !== undefined);
  return { total: rows[0]?.total ?? 0, records: found };
}
