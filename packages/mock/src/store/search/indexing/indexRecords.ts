import { recordKey } from "../../records/recordRows.ts";
import type { StoredRecord } from "../../records/recordStore.ts";
import type { Connection } from "../../sql/connection.ts";
import type { Scope, TransactionCache } from "../../sql/scope.ts";
import { nameOf } from "../../sql/text.ts";
import { type Indexable, indexableOf } from "../indexable.ts";
import { type Change, changeOf, sizeOfChange } from "./change.ts";
import { applyChanges } from "./indexRows.ts";
import { addPending, indexedStates, type RowKey, removePending } from "./pendingStates.ts";
import { write } from "./rows.ts";

interface Writing {
  readonly records: readonly StoredRecord[];
  /** The previous states of the records that existed before the write, keyed by `recordKey`. */
  readonly previous: ReadonlyMap<string, StoredRecord>;
  readonly lag: number;
}

/** With a lag, `searchableAt` or large changes, the index contains the previous state until `catchUp` is called. */
export async function indexRecords(scope: Scope, { records, previous, lag }: Writing): Promise<void> {
  const { connection, account, searchableAt, cache } = scope;
  const writes = records
    .map((record) => {
      const existing = previous.get(recordKey(record));
      return { record, exists: existing !== undefined, before: existing && indexableOf(existing) };
    })
    // Changes of archived records must not end the delay of the archiving.
    .filter(({ record, before }) => record.archivedAt === null || before !== undefined);
  if (writes.length === 0) return;
  if (lag === 0 && searchableAt === undefined) {
    const existing = writes.filter(({ exists }) => exists).map(({ record }) => record);
    const statesByKey = await statesInIndex(scope, existing);
    const changes = writes.map(({ record, before }) => {
      const key = recordKey(record);
      return changeOf(record, statesByKey.has(key) ? statesByKey.get(key) : before);
    });
    if (takeSpace(cache, changes)) {
      await applyChanges(connection, account, changes);
      const appliedKeys = existing.filter((record) => statesByKey.has(recordKey(record))).map(rowKey);
      return write(connection, account, removePending, appliedKeys);
    }
  }
  const states = writes.map(({ record, before }) => ({ key: rowKey(record), since: record.updatedAt, before, after: indexableOf(record) }));
  await addPending(connection, account, { states, lag, searchableAt });
}

function rowKey({ objectType, id }: StoredRecord): RowKey {
  return [nameOf(objectType), Number(id)];
}

/** Returns the states in the index of the records that have pending changes, keyed by `recordKey`. */
async function statesInIndex(
  { connection, account }: Scope,
  records: readonly StoredRecord[],
): Promise<ReadonlyMap<string, Indexable | undefined>> {
  const states = new Map<string, Indexable | undefined>();
  for (const [objectType, ofType] of Map.groupBy(records, (record) => record.objectType)) {
    const ids = ofType.map(({ id }) => Number(id));
    for (const [id, state] of await indexedStates(connection, account, objectType, ids)) {
      states.set(recordKey({ objectType, id: String(id) }), state);
    }
  }
  return states;
}

/** Returns whether the transaction may still add the changes to the index; see `deferLargeChanges`. */
function takeSpace(cache: TransactionCache | undefined, changes: readonly Change[]): boolean {
  if (!cache || !Number.isFinite(cache.indexable)) return true;
  const left = cache.indexable - changes.reduce((sum, change) => sum + sizeOfChange(change), 0);
  if (left < 0) return false;
  cache.indexable = left;
  return true;
}

export async function addToIndex(connection: Connection, account: number, records: readonly StoredRecord[]): Promise<void> {
  await applyChanges(
    connection,
    account,
    records.map((record) => changeOf(record, undefined)),
  );
}
