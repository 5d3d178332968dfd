import { clearType } from "../accounts/clear.ts";
import { noteChangedRecords } from "../search/indexing/calculatedIndex.ts";
import { indexRecords } from "../search/indexing/indexRecords.ts";
import type { Search } from "../search/search.ts";
import { searchRecords } from "../search/searchRecords.ts";
import { inBatches, type Scope } from "../sql/scope.ts";
import { entryAccount, statement, text } from "../sql/statement.ts";
import { keyOf, textOf } from "../sql/text.ts";
import { numberOf } from "../values.ts";
import { defineProperties, listProperties, propertiesOf, uniquePropertiesOf } from "./properties.ts";
import {
  lastIdOf,
  mayBeStored,
  type RecordRow,
  readTypes,
  recordKey,
  recordOf,
  selectAllRecords,
  selectCurrentIds,
  selectPage,
  selectRecords,
  upsertRecords,
} from "./recordRows.ts";
import type { Found, PropertyDefinition, PropertyType, RecordStore, RecordsToRead, StoredRecord } from "./recordStore.ts";
import { keepUniqueValues, uniqueKey } from "./uniqueValues.ts";

// Cross joins prevent SQLite, and the materialized table prevents Postgres, from reading all records of the type.
const selectByUnique = statement<{ account: number; rows: string }, RecordRow & { value: string }>(
  ({ entries }) => `
    select value, id, created_at, updated_at, archived_at, properties from (
      with owners as materialized (
        select taken.account_id, taken.object_type, taken.value, taken.record_id
        from ${entries(":rows")} cross join unique_values as taken
        where taken.account_id = ${entryAccount} and taken.object_type = ${text(0)} and taken.property = ${text(1)} and taken.value = ${text(2)}
      )
      select owners.value, records.*
      from owners cross join records
      where records.account_id = owners.account_id and records.object_type = owners.object_type and records.id = owners.record_id
    ) as found
    order by id`,
);

export class SqlRecords implements RecordStore {
  readonly #scope: Scope;
  readonly #searchLag: () => Promise<number>;

  constructor(scope: Scope, searchLag: () => Promise<number>) {
    this.#scope = scope;
    this.#searchLag = searchLag;
  }

  async find(objectType: string, ids: readonly string[]): Promise<StoredRecord[]> {
    const { connection, account } = this.#scope;
    const rows = await selectRecords(connection, { account, objectType: keyOf(objectType), ids: numbersOf(ids) });
    return rows.map((row) => recordOf(objectType, row));
  }

  async currentIds(objectType: string, ids: Iterable<string>): Promise<Set<string>> {
    const { connection, account } = this.#scope;
    const rows = await selectCurrentIds(connection, { account, objectType: keyOf(objectType), ids: numbersOf(new Set(ids)) });
    return new Set(rows.map(({ id }) => String(id)));
  }

  async findByUnique(objectType: string, property: string, values: readonly string[]): Promise<{ value: string; record: StoredRecord }[]> {
    const { connection, account } = this.#scope;
    const type = await this.#typeOf(objectType, property);
    const valuesByKey = Map.groupBy(new Set(values), (value) => uniqueKey(value, type));
    const keys = [...valuesByKey.keys()].map((value) => [keyOf(objectType), keyOf(property), value]);
    const rows = await selectByUnique(connection, { account, rows: JSON.stringify(keys) });
    return rows.flatMap((row) => {
      const record = recordOf(objectType, row);
      return (valuesByKey.get(row.value) ?? []).map((value) => ({ value, record }));
    });
  }

  async list(): Promise<StoredRecord[]> {
    const { connection, account } = this.#scope;
    const rows = await selectAllRecords(connection, { account });
    return rows.map((row) => recordOf(textOf(row.object_type), row));
  }

  types(): Promise<string[]> {
    return readTypes(this.#scope.connection, this.#scope.account);
  }

  async page(objectType: string, after: number, limit: number, only?: RecordsToRead): Promise<StoredRecord[]> {
    const { connection, account } = this.#scope;
    const rows = await selectPage(connection, { account, objectType: keyOf(objectType), after, limit }, only);
    return rows.map((row) => recordOf(objectType, row));
  }

  async lastId(objectType: string): Promise<number> {
    return Math.max(0, await lastIdOf(this.#scope, objectType));
  }

  async put(records: readonly StoredRecord[]): Promise<void> {
    const { connection, account, changes } = this.#scope;
    const last = [...new Map(records.map((record) => [recordKey(record), record])).values()];
    const unique = await uniquePropertiesOf(this.#scope);
    const previous = new Map<string, StoredRecord>();
    const byType = Map.groupBy(last.filter(mayBeStored(this.#scope)), ({ objectType }) => objectType);
    for (const [objectType, ofType] of byType) {
      await inBatches(ofType, async (batch) => {
        const ids = batch.map(({ id }) => id);
        for (const record of await this.find(objectType, ids)) previous.set(recordKey(record), record);
      });
    }
    if (unique.size > 0) await keepUniqueValues(connection, account, { records: last, existing: [...previous.values()], unique });
    const lag = await this.#searchLag();
    await inBatches(last, async (batch) => {
      await upsertRecords(this.#scope, batch);
      await indexRecords(this.#scope, { records: batch, previous, lag });
      await noteChangedRecords(this.#scope, batch, (record) => previous.get(recordKey(record)));
      changes?.push(...batch.map((after) => ({ kind: "record", before: previous.get(recordKey(after)), after }) as const));
    });
  }

  async deleteType(objectType: string): Promise<void> {
    const { connection, account, cache } = this.#scope;
    await clearType(connection, account, keyOf(objectType));
    cache?.lastIds.delete(objectType);
    if (cache) cache.unique = undefined;
  }

  search(objectType: string, search: Search): Promise<Found> {
    return searchRecords(this.#scope, objectType, search);
  }

  properties(objectType: string, names?: readonly string[]): Promise<PropertyDefinition[]> {
    return propertiesOf(this.#scope.connection, this.#scope.account, objectType, names);
  }

  async uniqueProperties(objectType: string): Promise<readonly string[]> {
    return [...((await uniquePropertiesOf(this.#scope)).get(objectType)?.keys() ?? [])];
  }

  listProperties(): Promise<{ objectType: string; property: PropertyDefinition }[]> {
    return listProperties(this.#scope.connection, this.#scope.account);
  }

  async defineProperties(objectType: string, properties: readonly PropertyDefinition[]): Promise<void> {
    await defineProperties(this.#scope, objectType, properties);
  }

  /** Outside a transaction, reads only this property, because an account may have thousands of properties. */
  async #typeOf(objectType: string, property: string): Promise<PropertyType | undefined> {
    const { connection, account, cache } = this.#scope;
    if (cache) return (await uniquePropertiesOf(this.#scope)).get(objectType)?.get(property);
    return (await propertiesOf(connection, account, objectType, [property]))[0]?.type;
  }
}

/** Omits invalid ids. */
function numbersOf(ids: Iterable<string>): number[] {
  return [...ids].map(numberOf).filter((number) => number !== undefined);
}
