import type { Connection } from "./connection.ts";
import { statement } from "./statement.ts";

export const firstAccountId = 20_000_001;

type Name = "clock" | "idSeed" | "nextAccountId" | "journalNumber" | "processNumber" | "probe";

const select = statement<{ name: Name }, { value: string }>("select value from settings where name = :name");

const lock = statement<{ name: Name }, { value: string }>(({ forUpdate }) => `select value from settings where name = :name ${forUpdate}`);

const upsert = statement<{ name: Name; value: string }>(`
  insert into settings (name, value) values (:name, :value)
  on conflict (name) do update set value = excluded.value`);

const insertMissing = statement<{ name: Name; value: string }>(
  "insert into settings (name, value) values (:name, :value) on conflict do nothing",
);

const increase = statement<{ name: Name; by: number }, { value: string }>(`
  update settings set value = cast(cast(value as bigint) + cast(:by as bigint) as text)
  where name = :name
  returning value`);

export async function setting(connection: Connection, name: Name): Promise<string> {
  return valueIn(await select(connection, { name }));
}

export async function lockedSetting(connection: Connection, name: Name): Promise<string> {
  return valueIn(await lock(connection, { name }));
}

function valueIn([row]: readonly { readonly value: string }[]): string {
  if (!row) throw new Error("The database is damaged: a setting is missing.");
  return row.value;
}

export async function setSetting(connection: Connection, name: Name, value: string): Promise<void> {
  await upsert(connection, { name, value });
}

/** Stores a value if none is stored. Resolves to the stored value, even if another process stored it at the same time. */
export async function setOnce(connection: Connection, name: Name, value: string): Promise<string> {
  await insertMissing(connection, { name, value });
  return setting(connection, name);
}

export async function take(
  connection: Connection,
  name: "nextAccountId" | "journalNumber" | "processNumber",
  count: number,
): Promise<number> {
  const [row] = await increase(connection, { name, by: count });
  if (!row) throw new Error("The database is damaged: a setting is missing.");
  return Number(row.value) - count;
}
