import { randomInt } from "node:crypto";
import type { Documents } from "../documents.ts";
import { NoSuchAccount } from "../errors.ts";
import type { Connection } from "../sql/connection.ts";
import { statement } from "../sql/statement.ts";
import type { AccountProfile, Session } from "../store.ts";

interface OfAccount {
  readonly account: number;
}

interface AccountRow {
  readonly profile: string | null;
  readonly clock: string | null;
}

/** While a transaction holds the lock, no other transaction changes these values. */
export interface LockedAccount extends AccountRow {
  readonly generation: number;
  readonly lastNumber: number;
  /** The documents, separated by commas. */
  readonly subscriptions: string | null;
}

// The generation is a random number up to this limit. It must differ from earlier generations of the account.
const maxMark = 2 ** 48 - 1;

const select = statement<OfAccount, AccountRow>("select profile, clock from accounts where account_id = :account");

const updateProfile = statement<OfAccount & { profile: string }, OfAccount>(
  "update accounts set profile = :profile where account_id = :account returning account_id as account",
);

const updateClock = statement<OfAccount & { clock: string | null }, OfAccount>(
  "update accounts set clock = :clock where account_id = :account returning account_id as account",
);

// FOR UPDATE would also block the foreign-key checks of writes that do not take the lock.
const lock = statement<OfAccount, LockedAccount>(
  ({ forNoKeyUpdate }) => `
    select generation, last_number as "lastNumber", profile, clock, (
      select string_agg(document, ',') from (
        select document from documents as subscriptions
        where account_id = accounts.account_id and collection = 'webhookSubscription' and exists (
          select 1 from documents as settings
          where account_id = accounts.account_id and collection = 'webhookSettings' and subscriptions.key like settings.key || '/%'
        )
        order by key
      ) as sorted
    ) as subscriptions
    from accounts where account_id = :account ${forNoKeyUpdate}`,
);

const insert = statement<OfAccount & { generation: number; profile: string }, OfAccount>(`
  insert into accounts (account_id, generation, profile, last_number) values (:account, :generation, :profile, 0)
  on conflict do nothing
  returning account_id as account`);

const remove = statement<OfAccount, OfAccount>("delete from accounts where account_id = :account returning account_id as account");

const selectSession = statement<
  OfAccount & { tokenHash: string; accounts: readonly number[] },
  { generation: number | null; profile: string | null; clock: string; token: string | null; hasFaults: boolean | 0 | 1 }
>(
  ({ among }) => `
    select accounts.generation, accounts.profile, coalesce(accounts.clock, settings.value) as clock, documents.document as token,
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

export async function setProfile(connection: Connection, account: number, profile: string): Promise<void> {
  mustExist(await updateProfile(connection, { account, profile }));
}

export async function setClock(connection: Connection, account: number, clock: string | null): Promise<void> {
  mustExist(await updateClock(connection, { account, clock }));
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
  const generation = randomInt(1, maxMark);
  const profile = JSON.stringify(accountProfile);
  const [row] = await insert(connection, { account, generation, profile });
  return row && { generation, lastNumber: 0, profile, clock: null, subscriptions: null };
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

function mustExist<Result>(rows: readonly Result[]): Result {
  const [row] = rows;
  if (!row) throw new NoSuchAccount();
  return row;
}
