import type { Migration } from "./migration.ts";

/** Keeps when a credential expires by the machine's clock, so that it is deleted also where the account's clock stands still. */
export const wallExpiry: Migration = () => [
  "alter table documents add column wall_expires_at bigint",
  "create index documents_by_wall_end on documents (account_id, wall_expires_at) where wall_expires_at is not null",
];
