import { NoSuchAccount } from "../errors.ts";
import type { Connection } from "../sql/connection.ts";
import { statement } from "../sql/statement.ts";

/** JavaScript can exactly represent numbers up to this limit and the ids that contain them. */
const maxNumber = 1_000_000_000_000;

const select = statement<{ account: number }, { last: number }>("select last_number as last from accounts where account_id = :account");

const raise = statement<{ account: number; upTo: number }>(
  "update accounts set last_number = :upTo where account_id = :account and last_number < :upTo",
);

export async function lastNumber(connection: Connection, account: number): Promise<number> {
  const [row] = await select(connection, { account });
  return row?.last ?? 0;
}

/** Assigns numbers. The transaction holds the account's lock, so a single write at the end is sufficient. */
export class Numbers {
  readonly #before: number | undefined;
  #last: number;

  /** @param before the last number before the transaction; `undefined` if the account does not exist */
  constructor(before: number | undefined) {
    this.#before = before;
    this.#last = before ?? 0;
  }

  get last(): number {
    return this.#last;
  }

  next(): number {
    if (this.#before === undefined) throw new NoSuchAccount();
    this.#last += 1;
    return this.#last;
  }

  skip(upTo: number): void {
    if (!(upTo <= maxNumber)) throw new RangeError(`An account's numbers must not exceed ${maxNumber}.`);
    this.#last = Math.max(this.#last, upTo);
  }

  async write(connection: Connection, account: number): Promise<void> {
    if (this.#last !== this.#before) await raise(connection, { account, upTo: this.#last });
  }
}
