import type { Migration } from "./migration.ts";

/** Without this index, lookups always use the primary key. With both and outdated statistics, Postgres would sometimes use the wrong one. */
export const uniqueValues: Migration = () => ["drop index unique_values_of_record"];
