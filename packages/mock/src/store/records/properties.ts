import type { Connection } from "../sql/connection.ts";
import { inBatches, type Scope, type UniqueProperties } from "../sql/scope.ts";
import { number, statement, text } from "../sql/statement.ts";
import { keyOf, nameOf, textOf } from "../sql/text.ts";
import { lastIdOf, recordBatches } from "./recordRows.ts";
import type { PropertyDefinition } from "./recordStore.ts";
import { forgetUniqueValues, keepUniqueValues } from "./uniqueValues.ts";

interface PropertyRow {
  readonly object_type: string;
  readonly name: string;
  readonly is_unique: number;
  readonly definition: string | null;
}

const selectAll = statement<{ account: number }, PropertyRow>(
  "select object_type, name, is_unique, definition from properties where account_id = :account order by object_type, name",
);

const selectOfType = statement<{ account: number; objectType: string }, PropertyRow>(
  `select object_type, name, is_unique, definition from properties
    where account_id = :account and object_type = :objectType order by name`,
);

const selectNamed = statement<{ account: number; objectType: string; names: readonly string[] }, PropertyRow>(
  ({ among }) => `
    select object_type, name, is_unique, definition from properties
    where account_id = :account and object_type = :objectType and ${among("name", ":names")} order by name`,
);

const selectUnique = statement<{ account: number }, PropertyRow>(
  "select object_type, name, is_unique, definition from properties where account_id = :account and is_unique = 1 order by object_type, name",
);

const upsert = statement<{ account: number; rows: string }>(
  ({ entries }) => `
    insert into properties (account_id, object_type, name, is_unique, definition)
    select cast(:account as bigint), ${text(0)}, ${text(1)}, ${number(2)}, ${text(3)} from ${entries(":rows")} where true
    on conflict (account_id, object_type, name) do update set is_unique = excluded.is_unique, definition = excluded.definition`,
);

export async function listProperties(
  connection: Connection,
  account: number,
): Promise<{ objectType: string; property: PropertyDefinition }[]> {
  const rows = await selectAll(connection, { account });
  return rows.map((row) => ({ objectType: textOf(row.object_type), property: propertyOf(row) }));
}

export async function propertiesOf(
  connection: Connection,
  account: number,
  objectType: string,
  names?: readonly string[],
): Promise<PropertyDefinition[]> {
  const ofType = { account, objectType: keyOf(objectType) };
  const rows = names ? await selectNamed(connection, { ...ofType, names: names.map(keyOf) }) : await selectOfType(connection, ofType);
  return rows.map(propertyOf);
}

function propertyOf({ name, is_unique, definition }: PropertyRow): PropertyDefinition {
  return { name: textOf(name), unique: is_unique === 1, ...(definition === null ? {} : JSON.parse(definition)) };
}

export async function uniquePropertiesOf({ connection, account, cache }: Scope): Promise<UniqueProperties> {
  if (cache?.unique) return cache.unique;
  const byType = Map.groupBy(await selectUnique(connection, { account }), ({ object_type }) => textOf(object_type));
  const unique = new Map(
    [...byType].map(([objectType, properties]) => [objectType, new Map(properties.map((row) => [textOf(row.name), propertyOf(row).type]))]),
  );
  if (cache) cache.unique = unique;
  return unique;
}

/** Requires the account's lock. @throws UniqueValueTaken when records share a value of a property that becomes unique or changes type */
export async function defineProperties(scope: Scope, objectType: string, properties: readonly PropertyDefinition[]): Promise<void> {
  const { connection, account, cache } = scope;
  const before = (await uniquePropertiesOf(scope)).get(objectType);
  const last = [...new Map(properties.map((property) => [property.name, property])).values()];
  const type = nameOf(objectType);
  await inBatches(last, (batch) => upsert(connection, { account, rows: JSON.stringify(batch.map((property) => rowOf(type, property))) }));
  if (cache) cache.unique = undefined;
  const changedProperties = last.filter(({ name, unique, type }) => before?.has(name) !== unique || before?.get(name) !== type);
  for (const { name } of changedProperties) if (before?.has(name)) await forgetUniqueValues(connection, account, objectType, name);
  const newTypes = changedProperties.filter(({ unique }) => unique).map(({ name, type }) => [name, type] as const);
  if (newTypes.length > 0 && (await lastIdOf(scope, objectType)) >= 0)
    await keepAllValues(connection, account, objectType, new Map([[objectType, new Map(newTypes)]]));
}

function rowOf(type: string, { name, unique, ...details }: PropertyDefinition): readonly unknown[] {
  return [type, nameOf(name), unique ? 1 : 0, Object.keys(details).length === 0 ? null : JSON.stringify(details)];
}

async function keepAllValues(connection: Connection, account: number, objectType: string, unique: UniqueProperties): Promise<void> {
  for await (const records of recordBatches(connection, account, objectType)) {
    await keepUniqueValues(connection, account, { records, existing: [], unique });
  }
}
