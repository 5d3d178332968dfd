import type { Migration } from "./migration.ts";

/** The time at which a delayed change becomes searchable. Null if only the account's search lag delays it. */
export const searchDue: Migration = () => ["alter table search_pending add column due bigint"];
