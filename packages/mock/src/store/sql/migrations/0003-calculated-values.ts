import type { Migration } from "./migration.ts";

export const calculatedValues: Migration = {
  version: 17,
  statements: ({ keyText, clustered }) => [
    // The calculated properties that searches have named. The index contains their values, which were calculated with the account's settings in
    // this version.
    `create table search_calculated (
       account_id bigint not null, object_type ${keyText} not null, property ${keyText} not null, version ${keyText} not null,
       primary key (account_id, object_type, property)
     ) ${clustered}`,

    // The records whose calculated values in the index may be outdated: those that changed at the time \`since\`. Searches update them from the
    // time \`due\`.
    `create table search_outdated (
       account_id bigint not null, object_type ${keyText} not null, record_id bigint not null, since bigint not null, due bigint not null,
       primary key (account_id, object_type, record_id)
     ) ${clustered}`,
    "create index search_outdated_by_time on search_outdated (account_id, object_type, due, since, record_id)",
  ],
};
