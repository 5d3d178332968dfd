import { randomInt } from "node:crypto";
import type { Documents } from "../documents.ts";
import { NoSuchAccount } from "../errors.ts";
import type { Connection } from "../sql/connection.ts";
import { statement } from "../sql/statement.ts";
import type { AccountProfile, ClockSetting, Holder, Session } from "../store.ts";

interface OfAccount {
  readonly account: number;
}

interface LockedAccount {
  readonly generation: number;
  readonly lastNumber: number;
  /** The documents, separated by commas. */
  readonly subscriptions: string | null;
}

// The generation is a random number up to this limit. It must differ from earlier generations of the account.
const maxMark = 2 ** 48 - 1;

const select = statement<OfAccount, { profile: string | null; clock: string | null }>(
  "select profile, clock from accounts where account_id = :account",
);

const updateProfile = statement<OfAccount & { profile: string }, OfAccount>(
  "update accounts set profile = :profile where account_id = :account returning account_id as account",
);

const updateClock = statement<OfAccount & { clock: string | null }, OfAccount>(
  "update accounts set clock = :clock where account_id = :account returning account_id as account",
);

// FOR UPDATE would also block the foreign-key checks of writes that do not take the lock.
const lock = statement<OfAccount, LockedAccount>(
  ({ forNoKeyUpdate }) => `
    select generation, last_number as "lastNumber", (
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

const selectHolder = statement<OfAccount & { tokenHash: string }, { profile: string | null; token: string }>(`
  select accounts.profile, documents.document as token
  from accounts
  join documents on documents.account_id = accounts.account_id
  where accounts.account_id = :account and documents.collection = 'accessToken' and documents.key = :tokenHash`);

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

export async function profileOf(connection: Connection, account: number): Promise<AccountProfile | undefined> {
  const [row] = await select(connection, { account });
  return row?.profile ? JSON.parse(row.profile) : undefined;
}

export async function setProfile(connection: Connection, account: number, profile: AccountProfile): Promise<void> {
  mustExist(await updateProfile(connection, { account, profile: JSON.stringify(profile) }));
}

export async function clockOf(connection: Connection, account: number): Promise<ClockSetting | undefined> {
  const [row] = await select(connection, { account });
  return row?.clock ? JSON.parse(row.clock) : undefined;
}

export async function setClockOf(connection: Connection, account: number, clock: ClockSetting | undefined): Promise<void> {
  mustExist(await updateClock(connection, { account, clock: clock ? JSON.stringify(clock) : null }));
}

export async function lockAccount(connection: Connection, account: number): Promise<LockedAccount | undefined> {
  const [row] = await lock(connection, { account });
  return row;
}

export async function insertAccount(connection: Connection, account: number, profile: AccountProfile): Promise<boolean> {
  return (await insert(connection, { account, generation: randomInt(1, maxMark), profile: JSON.stringify(profile) })).length > 0;
}

export async function removeAccount(connection: Connection, account: number): Promise<boolean> {
  return (await remove(connection, { account })).length > 0;
}

export async function holderOf(connection: Connection, account: number, tokenHash: string): Promise<Holder | undefined> {
  const [row] = await selectHolder(connection, { account, tokenHash });
  return row?.profile ? { profile: JSON.parse(row.profile), accessToken: JSON.parse(row.token) } : undefined;
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
