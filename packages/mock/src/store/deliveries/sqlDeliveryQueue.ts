import { setTimeout } from "node:timers";
import type { Database } from "../sql/connection.ts";
import { outside } from "../sql/connection.ts";
import { distinctValues } from "../sql/scope.ts";
import { statement } from "../sql/statement.ts";
import type { DeliveryQueue } from "./deliveryStore.ts";

const selectNextAccount = statement<{ after: number }, { account: number }>(`
  select account_id as account from webhook_deliveries
  where state = 'pending' and account_id > :after
  order by account_id
  limit 1`);

const combineMs = 5;

export class SqlDeliveryQueue implements DeliveryQueue {
  readonly #database: Database;
  readonly #listeners: ((accountId?: number) => void)[] = [];
  readonly #dueAccounts = new Set<number | undefined>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  onDue(listener: (accountId?: number) => void): void {
    this.#listeners.push(listener);
  }

  wake(accountId?: number): void {
    this.#dueAccounts.add(accountId);
    this.#timer ??= outside(() => setTimeout(() => this.#callListeners(), combineMs));
  }

  #callListeners(): void {
    const accounts = [...this.#dueAccounts];
    this.#dueAccounts.clear();
    this.#timer = undefined;
    for (const accountId of accounts) for (const listener of this.#listeners) listener(accountId);
  }

  accounts(): Promise<number[]> {
    return distinctValues(async (after = 0) => (await selectNextAccount(this.#database, { after }))[0]?.account);
  }

  async release(): Promise<void> {
    await this.#database.execute("update webhook_deliveries set claimed_by = null, claimed_until = null where claimed_by is not null", []);
  }
}
