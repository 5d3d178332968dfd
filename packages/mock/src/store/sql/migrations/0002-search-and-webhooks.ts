import type { Migration } from "./migration.ts";

/** The operations whose ids changed after version 0.1.0: the area in that version, the current area, and the names in both. */
const renamedAreas = [
  { from: "associations", to: "associationsV3", names: ["listTypes", "batchCreate", "batchRead", "batchArchive"] },
  { from: "legacyAssociations", to: "associationsV1", names: ["create", "batchCreate", "delete", "batchDelete", "list"] },
  { from: "oauth", to: "oauthV1", names: ["createToken", "getAccessToken", "deleteRefreshToken"] },
  { from: "transactionalEmail", to: "transactionalEmailV1", names: ["send"] },
  { from: "smtpTokens", to: "smtpTokensV1", names: ["list", "create", "resetPassword"] },
  { from: "domains", to: "domainsV1", names: ["list", "get"] },
];

const renames = [
  { from: '"type":"loseAnswer"', to: '"type":"dropResponse"' },
  ...renamedAreas.flatMap(({ from, to, names }) =>
    names.map((name) => ({ from: `"operationId":"${from}.${name}"`, to: `"operationId":"${to}.${name}"` })),
  ),
];

const customTypeFields = JSON.stringify({
  primaryDisplayProperty: "hs_object_id",
  secondaryDisplayProperties: [],
  requiredProperties: [],
  searchableProperties: [],
  allowsSensitiveProperties: false,
  archived: false,
}).slice(1);

const customName = "'custom_' || substr(object_type, 3)";

const customType = `'{"objectTypeId":"' || object_type || '","name":"' || ${customName} || '","labels":{"singular":"' || ${customName} ||
  '","plural":"' || ${customName} || '"},${customTypeFields}'`;

export const searchAndWebhooks: Migration = {
  // Versions 2 to 15 were never released.
  version: 16,
  statements: ({ keyText, clustered }) => [
    `update documents set document = ${renames.reduce((document, { from, to }) => `replace(${document}, '${from}', '${to}')`, "document")}
       where collection in ('fault', 'endedFault')`,

    // Version 0.1.0 had no definitions of custom object types, only their records and properties.
    `insert into documents (account_id, collection, key, document)
       select account_id, 'objectSchema', object_type, ${customType}
       from (select account_id, object_type from records union select account_id, object_type from properties) as used
       where object_type like '2-%'`,

    // The expiry according to the machine's clock, so that credentials are deleted even if the account's clock is frozen.
    "alter table documents add column wall_expires_at bigint",
    "create index documents_by_wall_end on documents (account_id, wall_expires_at) where wall_expires_at is not null",

    // Without this index, lookups always use the primary key. With both and outdated statistics, Postgres would sometimes use the wrong one.
    "drop index unique_values_of_record",
    "alter table properties add column definition text",

    // The search tables have no foreign keys, because checking them for each of the many rows would slow down every write.
    // This table contains all records that are not archived.
    `create table search_records (
       account_id bigint not null, object_type ${keyText} not null, record_id bigint not null,
       created_at bigint not null, updated_at bigint not null,
       primary key (record_id, account_id, object_type)
     ) ${clustered}`,
    // Conditions on `account_id` cannot use indexes on `account_id + 0`, so lookups of single records always use the primary key. Otherwise,
    // with outdated statistics, Postgres would sometimes prefer these indexes.
    "create index search_records_by_creation on search_records ((account_id + 0), object_type, created_at)",
    "create index search_records_by_update on search_records ((account_id + 0), object_type, updated_at)",

    // `created_at` is the creation time of the record, for sorting. `value` is the key of the text in lower case; see `comparedKey`.
    // `long_value` is the text in lower case if the key is not this text in full, `exact` is the text if it is not in lower case, and
    // `number` is set for numbers and times.
    `create table search_values (
       account_id bigint not null, object_type ${keyText} not null, record_id bigint not null, created_at bigint not null,
       property ${keyText} not null, value ${keyText} not null, exact ${keyText}, number double precision, long_value ${keyText},
       primary key (record_id, account_id, object_type, property)
     ) ${clustered}`,
    "create index search_values_by_value on search_values ((account_id + 0), object_type, property, value)",
    `create index search_values_by_number on search_values ((account_id + 0), object_type, property, number)
       where number is not null`,

    `create table search_tokens (
       account_id bigint not null, object_type ${keyText} not null, token ${keyText} not null, property ${keyText} not null,
       record_id bigint not null,
       primary key (account_id, object_type, token, property, record_id)
     ) ${clustered}`,

    // This table contains the states of records with changes that are not in the index. The first state of a record is the one in the index. A
    // state is null if the record was archived or did not exist. `due` is null if only the account's search lag delays the change.
    `create table search_pending (
       account_id bigint not null, object_type ${keyText} not null, record_id bigint not null, number bigint not null,
       since bigint not null, due bigint, state text,
       primary key (account_id, object_type, record_id, number)
     ) ${clustered}`,

    `create table event_occurrences (
       account_id bigint not null references accounts on delete cascade,
       id bigint not null, event ${keyText} not null, object_type ${keyText} not null, object_id ${keyText} not null,
       occurred_at bigint not null, properties text not null,
       primary key (account_id, id)
     )`,
    "create index event_occurrences_of_event on event_occurrences (account_id, event, occurred_at, id)",
    "create index event_occurrences_of_object on event_occurrences (account_id, object_type, object_id, occurred_at, id)",
    "create index event_occurrences_by_time on event_occurrences (account_id, occurred_at, id)",

    // The values by which occurrences are filtered.
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

    // `claimed_by` identifies the claim of a process that sends a delivery, which ends at the time `claimed_until`.
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
  ],
};
