import type { Migration } from "./migration.ts";

/** JSON is stored as text, so that every database returns the same bytes. */
export const initial: Migration = {
  version: 1,
  statements: ({ keyText, clustered }) => [
    // Data that does not belong to an account: the schema version, the shared clock and counters.
    `create table settings (name ${keyText} primary key, value text not null)`,
    `insert into settings (name, value) values
       ('application', 'crm-platform-mock'), ('schemaVersion', '0'), ('clock', '{"mode":"offset","offset":0}'),
       ('nextAccountId', '20000001'), ('journalNumber', '0')`,

    // Account 0 represents all accounts and has no profile. `mark` is the generation, which distinguishes an account from a later one with the
    // same id. Renaming the column would add a third to the time to create a mock.
    `create table accounts (
       account_id bigint primary key, mark bigint not null, profile text, clock text, last_number bigint not null
     )`,
    "insert into accounts (account_id, mark, last_number) values (0, 0, 0)",

    `create table records (
       account_id bigint not null references accounts on delete cascade,
       object_type ${keyText} not null, id bigint not null,
       created_at bigint not null, updated_at bigint not null, archived_at bigint, properties text not null,
       primary key (account_id, object_type, id)
     )`,
    `create table properties (
       account_id bigint not null references accounts on delete cascade,
       object_type ${keyText} not null, name ${keyText} not null, is_unique bigint not null,
       primary key (account_id, object_type, name)
     ) ${clustered}`,
    `create table unique_values (
       account_id bigint not null references accounts on delete cascade,
       object_type ${keyText} not null, property ${keyText} not null, value ${keyText} not null, record_id bigint not null,
       primary key (account_id, object_type, property, value)
     ) ${clustered}`,
    "create index unique_values_of_record on unique_values (account_id, object_type, record_id)",

    // The key has the same order as a page, which contains associations of one type.
    `create table associations (
       account_id bigint not null references accounts on delete cascade,
       from_type ${keyText} not null, from_id bigint not null, type_id bigint not null, to_id bigint not null, to_type ${keyText} not null,
       primary key (account_id, from_type, from_id, type_id, to_id, to_type)
     ) ${clustered}`,

    // `long_key` is the full key if it is too long for an index; see `text.ts`. The last columns are used to find credentials.
    `create table documents (
       account_id bigint not null references accounts on delete cascade,
       collection ${keyText} not null, key ${keyText} not null, long_key text, document text not null,
       grant_id ${keyText}, issue_number bigint, expires_at bigint,
       primary key (account_id, collection, key)
     ) ${clustered}`,
    "create index documents_of_grant on documents (account_id, grant_id) where grant_id is not null",
    // This index has the order in which tokens are listed.
    "create index documents_by_issue on documents (account_id, issue_number desc, collection, key) where issue_number is not null",
    "create index documents_by_end on documents (account_id, expires_at) where expires_at is not null",

    // The table has no foreign key, because entries are written together, and the entries of a deleted account must not make the write fail.
    `create table journal (
       account_id bigint not null, number bigint not null,
       status bigint not null, has_problems bigint not null, operation_id ${keyText}, entry text not null,
       primary key (account_id, number)
     ) ${clustered}`,
    // This index contains all columns that filters use, so that entries that do not match are skipped without reading their long rows.
    "create index journal_by_number on journal (number, status, has_problems, operation_id, account_id)",
  ],
};
