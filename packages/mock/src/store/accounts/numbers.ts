import { NoSuchAccount } from "../errors.ts";
import type { Connection } from "../sql/connection.ts";
import { statement } from "../sql/statement.ts";

/** The numbers that an account gives. */
export interface Numbers {
  next(): Promise<number>;
  /** The last that was given; 0 when there is none. */
  last(): Promise<number>;
  skip(upTo: number): Promise<void>;
}

/** The most numbers that can be skipped. Up to here and far beyond, a number is exact, and so is an id that it becomes. */
const maxNumbers = 1_000_000_000_000;

interface Last {
  readonly last: number;
}

const select = statement<{ account: number }, Last>("select last_number as last from accounts where account_id = :account");

const takeOne = statement<{ account: number }, Last>(
  "update accounts set last_number = last_number + 1 where account_id = :account returning last_number as last",
);

const raise = statement<{ account: number; upTo: number }>(
  "update accounts set last_number = :upTo where account_id = :account and last_number < :upTo",
);

/** Each number is taken from the database. */
export class SharedNumbers implements Numbers {
  readonly #connection: Connection;
  readonly #account: number;

  constructor(connection: Connection, account: number) {
    this.#connection = connection;
    this.#account = account;
  }

  async next(): Promise<number> {
    const [row] = await takeOne(this.#connection, { account: this.#account });
    if (!row) throw new NoSuchAccount();
    return row.last;
  }

  async last(): Promise<number> {
    const [row] = await select(this.#connection, { account: this.#account });
    return row?.last ?? 0;
  }

  async skip(upTo: number): Promise<void> {
    refuseBeyond(upTo);
    await raise(this.#connection, { account: this.#account, upTo });
  }
}

/** Counts in a transaction: nobody else takes numbers of the account meanwhile, so that they are written once, at its end. */
export class CountedNumbers implements Numbers {
  readonly #before: number | undefined;
  #last: number;

  /** @param before the last number before the transaction; `undefined` when there is no such account */
  constructor(before: number | undefined) {
    this.#before = before;
    this.#last = before ?? 0;
  }

  async next(): Promise<number> {
    if (this.#before === undefined) throw new NoSuchAccount();
    this.#last += 1;
    return this.#last;
  }

  async last(): Promise<number> {
    return this.#last;
  }

  async skip(upTo: number): Promise<void> {
    refuseBeyond(upTo);
    this.#last = Math.max(this.#last, upTo);
  }

  async write(connection: Connection, account: number): Promise<void> {
    if (this.#last !== this.#before) await raise(connection, { account, upTo: this.#last });
  }
}

function refuseBeyond(upTo: number): void {
  if (!(upTo <= maxNumbers)) throw new RangeError(`An account goes on after ${maxNumbers} at most.`);
}
