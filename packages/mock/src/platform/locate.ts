import { bearerToken } from "../contract/request/bearer.ts";
import type { Visit } from "../http/visit.ts";
import type { Session, Store } from "../store/store.ts";
import { timeOn, type WallClock } from "./clock.ts";
import { accountIdOf, hashOf } from "./ids.ts";

/** Where a request belongs. */
export interface Located {
  /** What its credential says; there may be no such account. */
  readonly accountId: number | undefined;
  /** How the store knows the credential; of none when there is none. */
  readonly tokenHash: string;
  readonly session: Session;
  readonly now: number;
  /** The machine's time in milliseconds since the epoch. */
  readonly wall: number;
}

/**
 * Finds the account that a credential leads to, and what time it is there; the visit is told both.
 * @param credential an access token, a client id or another credential that tells its account; `undefined` when there is none
 */
export async function locate(store: Store, wallClock: WallClock, visit: Visit, credential: string | undefined): Promise<Located> {
  const accountId = credential === undefined ? undefined : accountIdOf(credential);
  const tokenHash = credential === undefined ? "" : hashOf(credential);
  const session = await store.session(accountId ?? 0, tokenHash);
  const wall = wallClock();
  const now = timeOn(session.clock, wall);
  visit.now = now;
  if (session.profile && session.mark !== undefined && accountId !== undefined) {
    visit.accountId = accountId;
    visit.mark = session.mark;
  }
  return { accountId, tokenHash, session, now, wall };
}

/**
 * The same for a request that does not come so far that its operation is asked: by its access token.
 * @returns what time it is for it, in milliseconds since the epoch
 */
export async function locateByToken(store: Store, wallClock: WallClock, visit: Visit): Promise<number> {
  const { now } = await locate(store, wallClock, visit, bearerToken(visit.http.headers["authorization"]));
  return now;
}
