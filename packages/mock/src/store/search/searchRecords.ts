import { recordOf, selectRecords } from "../records/recordRows.ts";
import type { Found, StoredRecord } from "../records/recordStore.ts";
import { execute } from "../sql/fragment.ts";
import type { Scope } from "../sql/scope.ts";
import { nameOf } from "../sql/text.ts";
import type { Indexable } from "./indexable.ts";
import type { Search } from "./search.ts";
import { catchUp, hasPending, indexedStates } from "./searchIndex.ts";
import { scansOf, searchStatement } from "./searchStatement.ts";
import { isNarrow, type SearchRow, searchInSlices } from "./slices.ts";

export async function searchRecords(scope: Scope, objectType: string, search: Search): Promise<Found> {
  const { connection, account } = scope;
  const associatedTypes = search.groups.flat().flatMap((condition) => (condition.test === "associated" ? [condition.toType] : []));
  const pending = new Set<string>();
  for (const type of new Set([objectType, ...associatedTypes])) {
    if (!(await hasPending(scope, type))) continue;
    pending.add(type);
    await catchUp(scope, type, search);
  }
  await updateStatistics(scope);
  const type = nameOf(objectType);
  const rows = (await isNarrow(scope, scansOf(scope, type, search)))
    ? ((await execute(connection, searchStatement(scope, type, search))) as unknown as SearchRow[])
    : await searchInSlices(scope, type, search);
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const states = pending.has(objectType) ? await indexedStates(connection, account, objectType, ids) : new Map<number, Indexable>();
  const byId = new Map((await readRecords(scope, objectType, ids)).map((record) => [Number(record.id), record]));
  const records = ids.flatMap((id) => {
    const record = byId.get(id);
    const indexed = states.get(id);
    if (record && indexed) return withState(record, indexed);
    // The record may have been archived since it was found.
    return record?.archivedAt === null ? record : [];
  });
  return { total: rows[0]?.total ?? 0, records };
}

async function updateStatistics({ connection, transaction }: Scope): Promise<void> {
  const { outdatedStatistics, updateStatistics: update } = connection.dialect;
  if (!outdatedStatistics || (await connection.execute(outdatedStatistics, [])).length === 0) return;
  await (transaction ? transaction((inside) => inside.execute(update, [])) : connection.execute(update, []));
}

function withState(record: StoredRecord, { createdAt, updatedAt, values }: Indexable): StoredRecord {
  const versions = [...values].map(([name, value]) => [name, [{ value, timestamp: updatedAt, sourceType: "INTEGRATION" }]]);
  return { ...record, createdAt, updatedAt, archivedAt: null, properties: Object.fromEntries(versions) };
}

async function readRecords({ connection, account }: Scope, objectType: string, ids: readonly number[]): Promise<StoredRecord[]> {
  const rows = await selectRecords(connection, { account, objectType: nameOf(objectType), ids });
  return rows.map((row) => recordOf(objectType, row));
}
