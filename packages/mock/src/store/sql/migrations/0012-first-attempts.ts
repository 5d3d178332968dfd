import type { Migration } from "./migration.ts";

/** Finds the deliveries that have not been attempted, which are due at any time. */
export const firstAttempts: Migration = () => [
  `create index webhook_deliveries_new on webhook_deliveries (account_id, app_id, due_at, number)
   where state = 'pending' and attempt_count = 0`,
];
