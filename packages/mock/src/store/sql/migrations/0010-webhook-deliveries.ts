import type { Migration } from "./migration.ts";

/** Adds the deliveries of webhooks. `claimed_by` identifies the claim of a process that sends a delivery, which ends at the time `claimed_until`. */
export const webhookDeliveries: Migration = () => [
  `create table webhook_deliveries (
     account_id bigint not null references accounts on delete cascade,
     number bigint not null, app_id bigint not null, state text not null, events text not null,
     attempt_count bigint not null, attempts text not null, due_at bigint not null,
     claimed_by text, claimed_until bigint,
     primary key (account_id, number)
   )`,
  "create index webhook_deliveries_due on webhook_deliveries (account_id, app_id, due_at, number) where state = 'pending'",
  "create index webhook_deliveries_claimed on webhook_deliveries (account_id, app_id) where claimed_by is not null",
  "create index webhook_deliveries_finished on webhook_deliveries (account_id, number) where state <> 'pending'",
];
