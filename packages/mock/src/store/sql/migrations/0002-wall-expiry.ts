import type { Migration } from "./migration.ts";

/** Adds the expiry according to the machine's clock, so that credentials are deleted even if the account's clock is frozen. */
export const wallExpiry: Migration = () => [
  "alter table documents add column wall_expires_at bigint",
  "create index documents_by_wall_end on documents (account_id, wall_expires_at) where wall_expires_at is not null",
];
