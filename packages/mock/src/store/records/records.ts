import { profileOf } from "../accounts/accounts.ts";
import { indexRecords } from "../search/searchIndex.ts";
import { searchRecords } from "../search/searchRecords.ts";
import type { Connection } from "../sql/connection.ts";
import { inBatches, type Scope } from "../sql/scope.ts";
import { statement } from "../sql/statement.ts";
import { keyOf, numberOf, textOf } from "../sql/text.ts";
import type { Found, PropertyDefinition, RecordStore, RecordsToRead, Search, StoredRecord } from "../store.ts";
import { defineProperties, listProperties, propertiesOf, uniquePropertiesOf } from "./properties.ts";
import {
  type PageOfType,
  type RecordRow,
  readTypes,
  recordOf,
  selectAllRecords,
  selectLastId,
  selectNextArchived,
  selectNextCurrent,
  selectNextRecords,
  selectRecords,
  upsertRecords,
} from "./recordRows.ts";
import { keepUniqueValues, uniqueKey } from "./uniqueValues.ts";

// A cross join prevents SQLite from reordering the tables. With a plain join, it would read all records of the type.
const selectByUnique = statement<
  { account: number; objectType: string; property: string; values: readonly string[] },
  RecordRow & { value: string }
>(
  ({ among }) => `
    select value, id, created_at, updated_at, archived_at, properties
    from unique_values cross join records
    where records.account_id = unique_values.account_id
      and records.object_type = unique_values.object_type
      and records.id = unique_values.record_id
      and unique_values.account_id = :account
      and unique_values.object_type = :objectType
      and unique_values.property = :property
      and ${among("unique_values.value", ":values")}
    order by id`,
);

function selectPage(connection: Connection, place: PageOfType, only: RecordsToRead | undefined): Promise<readonly RecordRow[]> {
  if (only === undefined) return selectNextRecords(connection, place);
  return only === "current" ? selectNextCurrent(connection, place) : selectNextArchived(connection, { ...place, ...only });
}

export class SqlRecords implements RecordStore {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  async find(objectType: string, ids: readonly string[]): Promise<StoredRecord[]> {
    const { connection, account } = this.#scope;
    const numbers = ids.map(numberOf).filter((number) => number !== undefined);
    const rows = await selectRecords(connection, { account, objectType: keyOf(objectType), ids: numbers });
    return rows.map((row) => recordOf(objectType, row));
  }

  async findByUnique(objectType: string, property: string, values: readonly string[]): Promise<{ value: string; record: StoredRecord }[]> {
    const { connection, account } = this.#scope;
    const [definition] = await propertiesOf(connection, account, objectType, [property]);
    const asked = Map.groupBy(new Set(values), (value) => uniqueKey(value, definition?.type));
    const keys = [...asked.keys()];
    const rows = await selectByUnique(connection, { account, objectType: keyOf(objectType), property: keyOf(property), values: keys });
    return rows.flatMap((row) => {
      const record = recordOf(objectType, row);
      return (asked.get(row.value) ?? []).map((value) => ({ value, record }));
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
    const place = { account, objectType: keyOf(objectType), after, limit };
    const rows = await selectPage(connection, place, only);
    return rows.map((row) => recordOf(objectType, row));
  }

  async lastId(objectType: string): Promise<number> {
    const { connection, account } = this.#scope;
    const [last] = await selectLastId(connection, { account, objectType: keyOf(objectType) });
    return last?.id ?? 0;
  }

  async put(records: readonly StoredRecord[]): Promise<void> {
    const { connection, account, searchableAt, changes } = this.#scope;
    const last = [...new Map(records.map((record) => [`${record.id} ${record.objectType}`, record])).values()];
    const unique = await uniquePropertiesOf(connection, account);
    const withValues = last.filter((record) => unique.has(record.objectType));
    if (withValues.length > 0) await keepUniqueValues(connection, account, withValues, unique);
    const lag = (await profileOf(connection, account))?.searchLagMs ?? 0;
    for (const ofType of Map.groupBy(last, ({ objectType }) => objectType).values()) {
      await inBatches(ofType, async (written) => {
        const existing = await this.find(
          written[0]?.objectType ?? "",
          written.map(({ id }) => id),
        );
        await upsertRecords(connection, account, written);
        await indexRecords(connection, account, { written, existing, lag, searchableAt });
        if (!changes) return;
        const before = new Map(existing.map((record) => [record.id, record]));
        changes.push(...written.map((after) => ({ kind: "record", before: before.get(after.id), after }) as const));
      });
    }
  }

  search(objectType: string, search: Search): Promise<Found> {
    return searchRecords(this.#scope, objectType, search);
  }

  properties(objectType: string, names?: readonly string[]): Promise<PropertyDefinition[]> {
    return propertiesOf(this.#scope.connection, this.#scope.account, objectType, names);
  }

  async uniqueProperties(objectType: string): Promise<readonly string[]> {
    const { connection, account } = this.#scope;
    return [...((await uniquePropertiesOf(connection, account)).get(objectType)?.keys() ?? [])];
  }

  listProperties(): Promise<{ objectType: string; property: PropertyDefinition }[]> {
    return listProperties(this.#scope.connection, this.#scope.account);
  }

  async defineProperties(objectType: string, properties: readonly PropertyDefinition[]): Promise<void> {
    const { connection, account } = this.#scope;
    await defineProperties(connection, account, objectType, properties);
  }
}
