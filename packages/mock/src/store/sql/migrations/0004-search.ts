import type { Migration } from "./migration.ts";

/** The tables have no foreign keys, because checking them for each of the many rows would slow down every write. */
export const search: Migration = ({ keyText, clustered }) => [
  "alter table properties add column definition text",

  // This table contains all records that are not archived.
  `create table search_records (
     account_id bigint not null, object_type ${keyText} not null, record_id bigint not null,
     created_at bigint not null, updated_at bigint not null,
     primary key (record_id, account_id, object_type)
   ) ${clustered}`,
  "create index search_records_by_creation on search_records (account_id, object_type, created_at)",
  "create index search_records_by_update on search_records (account_id, object_type, updated_at)",

  // `value` is in lower case. `exact` is set if it differs from `value`, and `number` is set for numbers and times.
  `create table search_values (
     account_id bigint not null, object_type ${keyText} not null, record_id bigint not null, property ${keyText} not null,
     value ${keyText} not null, exact ${keyText}, number double precision,
     primary key (record_id, account_id, object_type, property)
   ) ${clustered}`,
  "create index search_values_by_value on search_values (account_id, object_type, property, value)",
  `create index search_values_by_number on search_values (account_id, object_type, property, number)
     where number is not null`,

  `create table search_tokens (
     account_id bigint not null, object_type ${keyText} not null, token ${keyText} not null, property ${keyText} not null,
     record_id bigint not null,
     primary key (account_id, object_type, token, property, record_id)
   ) ${clustered}`,

  // This table contains records whose latest change is not in the index yet. `indexed` is null if the index does not contain the record.
  `create table search_pending (
     account_id bigint not null, object_type ${keyText} not null, record_id bigint not null, indexed text,
     primary key (account_id, object_type, record_id)
   ) ${clustered}`,
];
