import { recordOf, selectRecords } from "../records/recordRows.ts";
import { calculatedSource, type Found, type StoredRecord } from "../records/recordStore.ts";
import type { Connection } from "../sql/connection.ts";
import { execute } from "../sql/fragment.ts";
import type { Scope } from "../sql/scope.ts";
import { nameOf } from "../sql/text.ts";
import type { Indexable } from "./indexable.ts";
import { catchUp } from "./indexing/catchUp.ts";
import { hasPending, indexedStates } from "./indexing/pendingStates.ts";
import { isNarrow } from "./isNarrow.ts";
import type { Search } from "./search.ts";
import { type SearchRow, searchInSlices } from "./slices.ts";
import { searchStatement } from "./statement/searchStatement.ts";

export async function searchRecords(scope: Scope, objectType: string, search: Search): Promise<Found> {
  const associatedTypes = search.groups.flat().flatMap((condition) => (condition.test === "associated" ? [condition.toType] : []));
  const pending = new Set<string>();
  for (const type of new Set([objectType, ...associatedTypes])) {
    if (!(await hasPending(scope, type))) continue;
    pending.add(type);
    await catchUp(scope, type, search);
  }
  await updateStatistics(scope);
  const type = nameOf(objectType);
  const isLagging = pending.has(objectType);
  if (await isNarrow(scope, type, search)) {
    const read = async (together: Connection) => {
      const rows = (await execute(together, searchStatement(scope, type, search))) as unknown as SearchRow[];
      return resultOf({ ...scope, connection: together }, objectType, rows, isLagging);
    };
    return scope.transactions ? scope.transactions.readTogether(read) : read(scope.connection);
  }
  return resultOf(scope, objectType, await searchInSlices(scope, type, search), isLagging);
}

async function resultOf(
  { connection, account }: Scope,
  objectType: string,
  rows: readonly SearchRow[],
  isLagging: boolean,
): Promise<Found> {
  const ids = rows.flatMap(({ id }) => (id === null ? [] : [id]));
  const states = isLagging ? await indexedStates(connection, account, objectType, ids) : new Map<number, Indexable>();
  const recordRows = await selectRecords(connection, { account, objectType: nameOf(objectType), ids });
  const byId = new Map(recordRows.map((row) => [row.id, recordOf(objectType, row)]));
  const records = ids.flatMap((id) => {
    const record = byId.get(id);
    const state = states.get(id);
    if (record && state) return withState(record, state);
    // A record may have been archived after the slice in which it was found.
    return record?.archivedAt === null ? record : [];
  });
  return { total: rows[0]?.total ?? 0, records };
}

async function updateStatistics({ connection, transactions }: Scope): Promise<void> {
  const { outdatedStatistics, updateStatistics: update } = connection.dialect;
  if (!outdatedStatistics || (await connection.execute(outdatedStatistics, [])).length === 0) return;
  await (transactions ? transactions.write((inside) => inside.execute(update, [])) : connection.execute(update, []));
}

/** The values that the service sets are not in the state, so the newest ones from its time are added. */
function withState(record: StoredRecord, { createdAt, updatedAt, values }: Indexable): StoredRecord {
  const setByService = Object.entries(record.properties).flatMap(([name, versions]) => {
    const version = versions.find(({ timestamp }) => timestamp <= updatedAt);
    return version?.sourceType === calculatedSource ? [[name, [version]] as const] : [];
  });
  const versions = [...values].map(([name, value]) => [name, [{ value, timestamp: updatedAt, sourceType: "INTEGRATION" }]]);
  return { ...record, createdAt, updatedAt, archivedAt: null, properties: Object.fromEntries([...setByService, ...versions]) };
}
