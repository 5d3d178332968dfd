import { randomInt } from "node:crypto";
import type { AccountProfile } from "../accountStore.ts";
import type { Documents } from "../documents/documents.ts";
import type { Connection } from "../sql/connection.ts";
import { statement } from "../sql/statement.ts";
import type { Session } from "../store.ts";

interface OfAccount {
  readonly account: number;
}

export interface AccountRow {
  readonly profile: string | null;
  readonly clock: string | null;
  readonly lastNumber: number;
  readonly sharedClock: string;
}

/** While a transaction holds the lock, no other transaction changes these values, except the shared clock. */
export interface LockedAccount extends AccountRow {
  readonly generation: number;
  /** The documents, separated by commas. */
  readonly subscriptions: string | null;
  /** The types with calculated properties that searches have named, separated by commas. May contain duplicates. */
  readonly calculatedTypes: string | null;
}

// The generation is a random number up to this limit. It must differ from earlier generations of the account.
const maxMark = 2 ** 48 - 1;

const sharedClock = `(select value from settings where name = 'clock') as "sharedClock"`;
const columns = `profile, clock, last_number as "lastNumber", ${sharedClock}`;

const select = statement<OfAccount, AccountRow>(`select ${columns} from accounts where account_id = :account`);

const update = statement<OfAccount & Pick<AccountRow, "profile" | "clock" | "lastNumber">>(
  "update accounts set profile = :profile, clock = :clock, last_number = :lastNumber where account_id = :account",
);

// FOR UPDATE would also block the foreign-key checks of writes that do not take the lock.
const lock = statement<OfAccount, LockedAccount>(
  ({ forNoKeyUpdate }) => `
    select mark as generation, ${columns}, (
      select string_agg(document, ',') from (
        select document from documents as subscriptions
        where account_id = accounts.account_id and collection = 'webhookSubscription' and exists (
          select 1 from documents as settings
          where account_id = accounts.account_id and collection = 'webhookSettings' and subscriptions.key like settings.key || '/%'
        )
        order by key
      ) as sorted
    ) as subscriptions, (
      select string_agg(object_type, ',') from search_calculated where account_id = accounts.account_id
    ) as "calculatedTypes"
    from accounts where account_id = :account ${forNoKeyUpdate}`,
);

const insert = statement<OfAccount & { generation: number; profile: string }, LockedAccount>(`
  insert into accounts (account_id, mark, profile, last_number) values (:account, :generation, :profile, 0)
  on conflict do nothing
  returning mark as generation, ${columns}, null as subscriptions, null as "calculatedTypes"`);

const remove = statement<OfAccount, OfAccount>("delete from accounts where account_id = :account returning account_id as account");

const selectSession = statement<
  OfAccount & { tokenHash: string; accounts: readonly number[] },
  { generation: number | null; profile: string | null; clock: string; token: string | null; hasFaults: boolean | 0 | 1 }
>(
  ({ among }) => `
    select accounts.mark as generation, accounts.profile, coalesce(accounts.clock, settings.value) as clock, documents.document as token,
      exists (
        select 1 from documents as faults where ${among("faults.account_id", ":accounts")} and faults.collection = 'fault'
      ) as "hasFaults"
    from settings
    left join accounts on accounts.account_id = :account
    left join documents
      on documents.account_id = :account and documents.collection = 'accessToken' and documents.key = :tokenHash
    where settings.name = 'clock'`,
);

export async function readAccount(connection: Connection, account: number): Promise<AccountRow | undefined> {
  const [row] = await select(connection, { account });
  return row;
}

/** Requires the account's lock. */
export async function writeAccount(connection: Connection, account: number, row: AccountRow): Promise<void> {
  await update(connection, { account, ...row });
}

export async function lockAccount(connection: Connection, account: number): Promise<LockedAccount | undefined> {
  const [row] = await lock(connection, { account });
  return row;
}

export async function insertAccount(
  connection: Connection,
  account: number,
  accountProfile: AccountProfile,
): Promise<LockedAccount | undefined> {
  const [row] = await insert(connection, { account, generation: randomInt(1, maxMark), profile: JSON.stringify(accountProfile) });
  return row;
}

export async function removeAccount(connection: Connection, account: number): Promise<boolean> {
  return (await remove(connection, { account })).length > 0;
}

export async function sessionOf(connection: Connection, account: number, tokenHash: string): Promise<Session> {
  const [row] = await selectSession(connection, { account, tokenHash, accounts: [0, account] });
  if (!row) throw new Error("The database is damaged: a setting is missing.");
  return {
    clock: JSON.parse(row.clock),
    generation: row.generation ?? undefined,
    profile: row.profile ? JSON.parse(row.profile) : undefined,
    accessToken: row.token ? (JSON.parse(row.token) as Documents["accessToken"]) : undefined,
    hasFaults: Boolean(row.hasFaults),
  };
}
