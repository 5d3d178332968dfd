import type { Database } from "../sql/connection.ts";
import type { Session } from "../store.ts";
import { sessionOf } from "./accounts.ts";

// Unknown tokens count, too.
const maxSessions = 1_000;

/**
 * Reads sessions, and keeps them until the database changes: every request needs one, and it would be half of what a short
 * request costs. Where others change the database, too, nothing is kept.
 */
export class Sessions {
  readonly #database: Database;
  readonly #kept = new Map<string, Session>();
  #changes: number | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(account: number, tokenHash: string): Promise<Session> {
    const { changes } = this.#database;
    if (changes === undefined) return sessionOf(this.#database, account, tokenHash);
    if (changes !== this.#changes || this.#kept.size >= maxSessions) this.#kept.clear();
    this.#changes = changes;
    const key = `${account} ${tokenHash}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    const session = await sessionOf(this.#database, account, tokenHash);
    // Something may have changed while it was read.
    if (changes === this.#database.changes && changes === this.#changes) this.#kept.set(key, session);
    return session;
  }
}
