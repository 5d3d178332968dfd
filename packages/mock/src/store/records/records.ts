import { inBatches, type Scope } from "../sql/scope.ts";
import { statement } from "../sql/statement.ts";
import { keyOf, numberOf } from "../sql/text.ts";
import type { RecordStore } from "../store.ts";
import { defineProperties, listProperties, uniquePropertiesOf } from "./properties.ts";
import {
  type RecordRow,
  readTypes,
  recordOf,
  selectAllRecords,
  selectLastId,
  selectNextRecords,
  selectRecords,
  upsertRecords,
} from "./recordRows.ts";
import { keepUniqueValues } from "./uniqueValues.ts";

// A cross join keeps its order in SQLite, which otherwise reads all the records of the type.
const selectByUnique = statement<
  { account: number; objectType: string; property: string; values: readonly string[] },
  RecordRow & { value: string }
>(
  ({ among }) => `
    select value, records.object_type, id, created_at, updated_at, archived_at, properties
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

export function recordStore({ connection, account, atomically }: Scope): RecordStore {
  return {
    async find(objectType, ids) {
      const numbers = ids.flatMap((id) => numberOf(id) ?? []);
      return (await selectRecords(connection, { account, objectType: keyOf(objectType), ids: numbers })).map(recordOf);
    },
    async findByUnique(objectType, property, values) {
      const asked = new Map(values.map((value) => [keyOf(value), value]));
      const keys = [...asked.keys()];
      const rows = await selectByUnique(connection, { account, objectType: keyOf(objectType), property: keyOf(property), values: keys });
      return rows.map((row) => ({ value: asked.get(row.value) ?? row.value, record: recordOf(row) }));
    },
    async list() {
      return (await selectAllRecords(connection, { account })).map(recordOf);
    },
    types: () => readTypes(connection, account),
    async page(objectType, after, limit) {
      return (await selectNextRecords(connection, { account, objectType: keyOf(objectType), after, limit })).map(recordOf);
    },
    async lastId(objectType) {
      const [last] = await selectLastId(connection, { account, objectType: keyOf(objectType) });
      return last?.id ?? 0;
    },
    async put(records) {
      const last = [...new Map(records.map((record) => [`${record.id} ${record.objectType}`, record])).values()];
      await atomically(async (transaction) => {
        const unique = await uniquePropertiesOf(transaction, account);
        const withValues = last.filter((record) => unique.has(record.objectType));
        if (withValues.length > 0) await keepUniqueValues(transaction, account, withValues, unique);
        await inBatches(last, (batch) => upsertRecords(transaction, account, batch));
      });
    },
    async properties(objectType) {
      const all = await listProperties(connection, account);
      return all.filter((defined) => defined.objectType === objectType).map(({ property }) => property);
    },
    async listProperties() {
      return listProperties(connection, account);
    },
    async defineProperties(objectType, properties) {
      await atomically((transaction) => defineProperties(transaction, account, objectType, properties));
    },
  };
}
