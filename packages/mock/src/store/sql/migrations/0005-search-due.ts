import type { Migration } from "./migration.ts";

/** Adds the time at which a delayed change becomes searchable. It is null if only the account's search lag delays the change. */
export const searchDue: Migration = () => ["alter table search_pending add column due bigint"];
