import { among, execute, join, raw, sql } from "../sql/fragment.ts";
import { inBatches, type Scope } from "../sql/scope.ts";
import { number, statement, text } from "../sql/statement.ts";
import { keyOf, nameOf, textOf } from "../sql/text.ts";
import type { EventStore, EventUuid, OccurrenceQuery, StoredOccurrence } from "./eventStore.ts";

interface Rows {
  readonly account: number;
  readonly rows: string;
}

interface OccurrenceRow {
  readonly id: number;
  readonly event: string;
  readonly object_type: string;
  readonly object_id: string;
  readonly occurred_at: number;
  readonly properties: string;
}

const columns = "id, event, object_type, object_id, occurred_at, properties";

const upsertOccurrences = statement<Rows>(
  ({ entries }) => `
    insert into event_occurrences (account_id, ${columns})
    select cast(:account as bigint), ${number(0)}, ${text(1)}, ${text(2)}, ${text(3)}, ${number(4)}, ${text(5)}
    from ${entries(":rows")} where true
    on conflict (account_id, id) do update set
      event = excluded.event, object_type = excluded.object_type, object_id = excluded.object_id,
      occurred_at = excluded.occurred_at, properties = excluded.properties`,
);

const removeValues = statement<{ account: number; ids: readonly number[] }>(
  ({ among }) => `delete from event_values where account_id = :account and ${among("occurrence_id", ":ids")}`,
);

const insertValues = statement<Rows>(
  ({ entries }) => `
    insert into event_values (account_id, occurrence_id, property, value)
    select cast(:account as bigint), ${number(0)}, ${text(1)}, ${text(2)} from ${entries(":rows")} where true`,
);

const claimUuids = statement<Rows & { receivedAt: number; expiry: number }, { event: string; uuid: string }>(
  ({ entries }) => `
    insert into event_uuids (account_id, event, uuid, received_at)
    select cast(:account as bigint), ${text(0)}, ${text(1)}, cast(:receivedAt as bigint) from ${entries(":rows")} where true
    on conflict (account_id, event, uuid) do update set received_at = excluded.received_at
      where event_uuids.received_at < :expiry
    returning event, uuid`,
);

const upsertUuids = statement<Rows>(
  ({ entries }) => `
    insert into event_uuids (account_id, event, uuid, received_at)
    select cast(:account as bigint), ${text(0)}, ${text(1)}, ${number(2)} from ${entries(":rows")} where true
    on conflict (account_id, event, uuid) do update set received_at = excluded.received_at`,
);

const selectAll = statement<{ account: number }, OccurrenceRow>(
  `select ${columns} from event_occurrences where account_id = :account order by id`,
);

const selectUuids = statement<{ account: number }, { event: string; uuid: string; received_at: number }>(
  "select event, uuid, received_at from event_uuids where account_id = :account order by event, uuid",
);

const removals = [
  `delete from event_values where account_id = :account and occurrence_id in (
     select id from event_occurrences where account_id = :account and event = :event
   )`,
  "delete from event_occurrences where account_id = :account and event = :event",
  "delete from event_uuids where account_id = :account and event = :event",
].map((text) => statement<{ account: number; event: string }>(text));

const moveOccurrences = statement<{ account: number; objectType: string; fromId: string; toId: string }>(`
  update event_occurrences set object_id = :toId
  where account_id = :account and object_type = :objectType and object_id = :fromId`);

export class SqlEvents implements EventStore {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  async put(occurrences: readonly StoredOccurrence[]): Promise<void> {
    const { connection, account } = this.#scope;
    await inBatches(occurrences, async (batch) => {
      await upsertOccurrences(connection, { account, rows: JSON.stringify(batch.map(rowOf)) });
      await removeValues(connection, { account, ids: batch.map(({ id }) => id) });
      await inBatches(batch.flatMap(valueRowsOf), (rows) => insertValues(connection, { account, rows: JSON.stringify(rows) }));
    });
  }

  async claim(uuids: readonly Omit<EventUuid, "receivedAt">[], receivedAt: number, expiry: number): Promise<Set<string>> {
    const { connection, account } = this.#scope;
    const rows = JSON.stringify(uuids.map(({ event, uuid }) => [nameOf(event), nameOf(uuid)]));
    const newUuids = await claimUuids(connection, { account, rows, receivedAt, expiry });
    return new Set(newUuids.map(({ event, uuid }) => `${textOf(event)} ${textOf(uuid)}`));
  }

  async putUuids(uuids: readonly EventUuid[]): Promise<void> {
    const { connection, account } = this.#scope;
    await inBatches(uuids, (batch) => {
      const rows = batch.map(({ event, uuid, receivedAt }) => [nameOf(event), nameOf(uuid), receivedAt]);
      return upsertUuids(connection, { account, rows: JSON.stringify(rows) });
    });
  }

  async find(query: OccurrenceQuery): Promise<StoredOccurrence[]> {
    const { connection, account } = this.#scope;
    const { event, objectType, objectId, ids, after, before, values = [], from, descending, limit } = query;
    const conditions = [
      sql`account_id = ${account}`,
      ...(event === undefined ? [] : [sql`event = ${keyOf(event)}`]),
      ...(objectType === undefined ? [] : [sql`object_type = ${keyOf(objectType)}`]),
      ...(objectId === undefined ? [] : [sql`object_id = ${keyOf(objectId)}`]),
      ...(ids === undefined ? [] : [among(connection.dialect, "id", ids)]),
      ...(after === undefined ? [] : [sql`occurred_at > ${after}`]),
      ...(before === undefined ? [] : [sql`occurred_at < ${before}`]),
      ...values.map(
        ([property, value]) => sql`(
          select count(*) from event_values as own
          where own.account_id = event_occurrences.account_id and own.occurrence_id = event_occurrences.id
            and own.property = ${keyOf(property)} and own.value = ${keyOf(value)}) > 0`,
      ),
      ...(from ? [sql`(occurred_at, id) ${raw(descending ? "<" : ">")} (${from.occurredAt}, ${from.id})`] : []),
    ];
    // The expression keeps SQLite from reading all occurrences in the order of an index.
    const time = raw(ids === undefined ? "occurred_at" : "occurred_at + 0");
    const direction = raw(descending ? "desc" : "asc");
    const rows = await execute(
      connection,
      sql`
        select ${raw(columns)} from event_occurrences where ${join(conditions, " and ")}
        order by ${time} ${direction}, id ${direction} limit ${limit}`,
    );
    return (rows as unknown as OccurrenceRow[]).map(occurrenceOf);
  }

  async list(): Promise<StoredOccurrence[]> {
    return (await selectAll(this.#scope.connection, { account: this.#scope.account })).map(occurrenceOf);
  }

  async listUuids(): Promise<EventUuid[]> {
    const rows = await selectUuids(this.#scope.connection, { account: this.#scope.account });
    return rows.map(({ event, uuid, received_at }) => ({ event: textOf(event), uuid: textOf(uuid), receivedAt: received_at }));
  }

  async deleteEvent(event: string): Promise<void> {
    for (const remove of removals) await remove(this.#scope.connection, { account: this.#scope.account, event: nameOf(event) });
  }

  async move(objectType: string, fromId: string, toId: string): Promise<void> {
    const { connection, account } = this.#scope;
    await moveOccurrences(connection, { account, objectType: keyOf(objectType), fromId: nameOf(fromId), toId: nameOf(toId) });
  }
}

function rowOf({ id, event, objectType, objectId, occurredAt, properties }: StoredOccurrence): readonly unknown[] {
  return [id, nameOf(event), keyOf(objectType), nameOf(objectId), occurredAt, JSON.stringify(properties)];
}

function valueRowsOf({ id, properties }: StoredOccurrence): readonly unknown[][] {
  return Object.entries(properties).map(([name, value]) => [id, keyOf(name), keyOf(value)]);
}

function occurrenceOf(row: OccurrenceRow): StoredOccurrence {
  return {
    id: row.id,
    event: textOf(row.event),
    objectType: textOf(row.object_type),
    objectId: textOf(row.object_id),
    occurredAt: row.occurred_at,
    properties: JSON.parse(row.properties) as Readonly<Record<string, string>>,
  };
}
