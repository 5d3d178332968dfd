import { randomUUID } from "node:crypto";
import type { Connection } from "../sql/connection.ts";
import { execute, join, raw, sql } from "../sql/fragment.ts";
import { distinctValues, type Scope } from "../sql/scope.ts";
import { entryAccount, number, statement, text } from "../sql/statement.ts";
import type { ClaimedDelivery, DeliveryQuery, DeliveryStore, NewDelivery, StoredDelivery } from "./deliveryStore.ts";

interface DeliveryRow {
  readonly number: number;
  readonly app_id: number;
  readonly state: StoredDelivery["state"];
  readonly events: string;
  readonly attempts: string;
  readonly due_at: number;
}

interface OfApp {
  readonly account: number;
  readonly appId: number;
}

const columns = "number, app_id, state, events, attempts, due_at";
const maxFinished = 1_000;
/** How long a claim is valid, in milliseconds. This is longer than an attempt and storing its result can take. */
const claimMs = 20_000;

/** Earlier than any time of a clock, because first attempts do not wait for the account's clock. */
const atAnyTime = Number.MIN_SAFE_INTEGER;

const insert = statement<OfApp & { number: number; events: string; dueAt: number }>(`
  insert into webhook_deliveries (account_id, number, app_id, events, due_at, state, attempts, attempt_count)
  values (:account, :number, :appId, :events, :dueAt, 'pending', '[]', 0)`);

const select = statement<{ account: number; number: number }, DeliveryRow>(
  `select ${columns} from webhook_deliveries where account_id = :account and number = :number`,
);

const selectClaim = statement<{ account: number; number: number; claim: string }, { number: number }>(
  "select number from webhook_deliveries where account_id = :account and number = :number and claimed_by = :claim",
);

const countClaims = statement<OfApp, { count: number }>(
  ({ time }) => `
    select count(*) as count from webhook_deliveries
    where account_id = :account and app_id = :appId and claimed_by is not null and claimed_until >= ${time}`,
);

const claimDue = statement<OfApp & { now: number; claim: string; limit: number }, DeliveryRow>(
  ({ time }) => `
    update webhook_deliveries set claimed_by = :claim, claimed_until = ${time} + ${claimMs}
    where account_id = :account and number in (
      select number from webhook_deliveries
      where account_id = :account and app_id = :appId and state = 'pending' and due_at <= :now
        and (claimed_by is null or claimed_until < ${time})
      order by due_at, number
      limit :limit
    )
    returning ${columns}`,
);

const storeResults = statement<{ account: number; rows: string }>(
  ({ entries }) => `
    update webhook_deliveries set
      state = ${text(1)}, events = ${text(2)}, attempts = ${text(3)}, attempt_count = ${number(4)}, due_at = ${number(5)},
      claimed_by = null, claimed_until = null
    from ${entries(":rows")}
    where account_id = ${entryAccount} and number = ${number(0)} and claimed_by = ${text(6)}`,
);

const prune = statement<{ account: number; maxRows: number }>(`
  delete from webhook_deliveries
  where account_id = :account and state <> 'pending' and number <= (
    select number from webhook_deliveries
    where account_id = :account and state <> 'pending' order by number desc limit 1 offset :maxRows
  )`);

const selectNextDue = statement<OfApp, { due: number }>(
  ({ time }) => `
    select due_at as due from webhook_deliveries
    where account_id = :account and app_id = :appId and state = 'pending' and (claimed_by is null or claimed_until < ${time})
    order by due_at, number
    limit 1`,
);

const selectNextApp = statement<{ account: number; after: number }, { appId: number }>(`
  select app_id as "appId" from webhook_deliveries
  where account_id = :account and state = 'pending' and app_id > :after
  order by app_id
  limit 1`);

export class SqlDeliveries implements DeliveryStore {
  readonly #connection: Connection;
  readonly #account: number;
  readonly #onAdded: () => void;

  constructor({ connection, account }: Scope, onAdded: () => void) {
    this.#connection = connection;
    this.#account = account;
    this.#onAdded = onAdded;
  }

  async add({ number, appId, events }: NewDelivery): Promise<void> {
    await insert(this.#connection, { account: this.#account, number, appId, events: JSON.stringify(events), dueAt: atAnyTime });
    this.#onAdded();
  }

  async get(number: number): Promise<StoredDelivery | undefined> {
    const [row] = await select(this.#connection, { account: this.#account, number });
    return row && deliveryOf(row);
  }

  async list({ limit = maxFinished, ...query }: DeliveryQuery): Promise<StoredDelivery[]> {
    const rows = await execute(
      this.#connection,
      sql`select ${raw(columns)} from webhook_deliveries where ${this.#conditions(query)} order by number desc limit ${limit}`,
    );
    return (rows as unknown as DeliveryRow[]).map(deliveryOf).reverse();
  }

  async count(query: DeliveryQuery): Promise<number> {
    const conditions = this.#conditions(query);
    const [row] = await execute(this.#connection, sql`select count(*) as count from webhook_deliveries where ${conditions}`);
    return Number(row?.["count"] ?? 0);
  }

  async claim(appId: number, now: number, maxClaims: number): Promise<ClaimedDelivery[]> {
    const place = { account: this.#account, appId };
    const [claims] = await countClaims(this.#connection, place);
    const limit = maxClaims - (claims?.count ?? 0);
    if (limit <= 0) return [];
    const claim = randomUUID();
    const rows = await claimDue(this.#connection, { ...place, now, claim, limit });
    const deliveries = rows.map((row) => ({ ...deliveryOf(row), claim }));
    return deliveries.sort((one, other) => one.dueAt - other.dueAt || one.number - other.number);
  }

  async isClaimed({ number, claim }: ClaimedDelivery): Promise<boolean> {
    return (await selectClaim(this.#connection, { account: this.#account, number, claim })).length > 0;
  }

  async settle(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const rows = deliveries.map(({ number, state, events, attempts, dueAt, claim }) => [
      number,
      state,
      JSON.stringify(events),
      JSON.stringify(attempts),
      attempts.length,
      dueAt,
      claim,
    ]);
    await storeResults(this.#connection, { account: this.#account, rows: JSON.stringify(rows) });
  }

  async prune(): Promise<void> {
    await prune(this.#connection, { account: this.#account, maxRows: maxFinished });
  }

  pendingApps(): Promise<number[]> {
    return distinctValues(async (after = -1) => (await selectNextApp(this.#connection, { account: this.#account, after }))[0]?.appId);
  }

  async nextDue(appId: number): Promise<number | undefined> {
    const [row] = await selectNextDue(this.#connection, { account: this.#account, appId });
    return row?.due;
  }

  #conditions({ attempted, appId, eventType, state, before }: DeliveryQuery) {
    return join(
      [
        sql`account_id = ${this.#account}`,
        ...(attempted ? [sql`attempt_count > 0`] : []),
        ...(appId === undefined ? [] : [sql`app_id = ${appId}`]),
        ...(state === undefined ? [] : [sql`state = ${state}`]),
        ...(before === undefined ? [] : [sql`number < ${before}`]),
        // Quotation marks in values are escaped, so only the field can match. The operator `like` would treat `%` and `_` as wildcards.
        ...(eventType === undefined ? [] : [sql`replace(events, ${`"subscriptionType":${JSON.stringify(eventType)}`}, '') <> events`]),
      ],
      " and ",
    );
  }
}

function deliveryOf({ number, app_id, state, events, attempts, due_at }: DeliveryRow): StoredDelivery {
  return { number, appId: app_id, state, events: JSON.parse(events), attempts: JSON.parse(attempts), dueAt: due_at };
}
