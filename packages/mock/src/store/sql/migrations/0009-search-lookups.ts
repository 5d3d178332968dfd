import type { Migration } from "./migration.ts";

/**
 * Indexes `account_id + 0` instead of `account_id`. Conditions on `account_id` cannot use these indexes, so lookups of single records
 * always use the primary key. Otherwise, with outdated statistics, Postgres would sometimes prefer these indexes.
 */
export const searchLookups: Migration = () =>
  [
    { name: "search_records_by_creation", on: "search_records ((account_id + 0), object_type, created_at)" },
    { name: "search_records_by_update", on: "search_records ((account_id + 0), object_type, updated_at)" },
    { name: "search_values_by_value", on: "search_values ((account_id + 0), object_type, property, value)" },
    { name: "search_values_by_number", on: "search_values ((account_id + 0), object_type, property, number) where number is not null" },
  ].flatMap(({ name, on }) => [`drop index ${name}`, `create index ${name} on ${on}`]);
