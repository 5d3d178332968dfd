import type { Migration } from "./migration.ts";

/** Stores each state of a pending record in its own row. Empties the index, which `migrate` fills again. */
export const searchStates: Migration = ({ keyText, clustered }) => [
  "drop table search_pending",
  // The first state of a record is the one in the index. A state is null if the record was archived or did not exist.
  `create table search_pending (
     account_id bigint not null, object_type ${keyText} not null, record_id bigint not null, number bigint not null,
     since bigint not null, state text, due bigint,
     primary key (account_id, object_type, record_id, number)
   ) ${clustered}`,
  ...["search_records", "search_values", "search_tokens"].map((table) => `delete from ${table}`),
];
