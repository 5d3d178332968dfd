import type { Database } from "../sql/connection.ts";
import type { Session } from "../store.ts";
import { sessionOf } from "./accounts.ts";

const maxSessions = 1_000;

/** Caches sessions unless other processes can change the database, because reading a session is half the cost of a short request. */
export class Sessions {
  readonly #database: Database;
  readonly #sessions = new Map<string, Session>();
  #changes: number | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(account: number, tokenHash: string): Promise<Session> {
    const { changes } = this.#database;
    if (changes === undefined) return sessionOf(this.#database, account, tokenHash);
    if (changes !== this.#changes || this.#sessions.size >= maxSessions) this.#sessions.clear();
    this.#changes = changes;
    const key = `${account} ${tokenHash}`;
    const cachedSession = this.#sessions.get(key);
    if (cachedSession) return cachedSession;
    const session = await sessionOf(this.#database, account, tokenHash);
    // The session is not cached if the database may have changed during the read.
    if (changes === this.#database.changes && changes === this.#changes) this.#sessions.set(key, session);
    return session;
  }
}
