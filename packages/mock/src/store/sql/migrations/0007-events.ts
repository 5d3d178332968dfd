import type { Migration } from "./migration.ts";

/** Adds event occurrences, their values for filters, and the uuids that have been used. */
export const events: Migration = ({ keyText, clustered }) => [
  `create table event_occurrences (
     account_id bigint not null references accounts on delete cascade,
     id bigint not null, event ${keyText} not null, object_type ${keyText} not null, object_id ${keyText} not null,
     occurred_at bigint not null, properties text not null,
     primary key (account_id, id)
   )`,
  "create index event_occurrences_of_event on event_occurrences (account_id, event, occurred_at, id)",
  "create index event_occurrences_of_object on event_occurrences (account_id, object_type, object_id, occurred_at, id)",
  "create index event_occurrences_by_time on event_occurrences (account_id, occurred_at, id)",

  `create table event_values (
     account_id bigint not null references accounts on delete cascade,
     occurrence_id bigint not null, property ${keyText} not null, value ${keyText} not null,
     primary key (account_id, occurrence_id, property)
   ) ${clustered}`,

  // Occurrences without an object have uuids, but are not stored.
  `create table event_uuids (
     account_id bigint not null references accounts on delete cascade,
     event ${keyText} not null, uuid ${keyText} not null, received_at bigint not null,
     primary key (account_id, event, uuid)
   ) ${clustered}`,
];
