import { bearerToken } from "../contract/request/bearer.ts";
import type { HttpRequest } from "../http/httpRequest.ts";
import type { Place } from "../http/serve.ts";
import type { Session, Store } from "../store/store.ts";
import { timeOn, type WallClock } from "./clock.ts";
import { accountIdOf, hashOf } from "./ids.ts";

/** Where a request belongs. */
export interface Located {
  /** The account that its credential names, which may not exist. */
  readonly accountId: number | undefined;
  /** The hash of the credential; empty without one. */
  readonly tokenHash: string;
  readonly session: Session;
  readonly now: number;
  /** The machine's time in milliseconds since the epoch. */
  readonly wall: number;
}

/**
 * Finds the account that a credential leads to, and what time it is there.
 * @param credential an access token, a client id or another credential that tells its account; `undefined` when there is none
 */
export async function locate(store: Store, wallClock: WallClock, credential: string | undefined): Promise<Located> {
  const accountId = credential === undefined ? undefined : accountIdOf(credential);
  const tokenHash = credential === undefined ? "" : hashOf(credential);
  const session = await store.session(accountId ?? 0, tokenHash);
  const wall = wallClock();
  return { accountId, tokenHash, session, now: timeOn(session.clock, wall), wall };
}

/** The same by the access token of a request. */
export function locateByToken(store: Store, wallClock: WallClock, { headers }: HttpRequest): Promise<Located> {
  return locate(store, wallClock, bearerToken(headers["authorization"]));
}

/** What the journal notes of the account. */
export function placeOf({ accountId, session, now }: Located): Place {
  const isThere = session.profile !== undefined && session.mark !== undefined;
  return { now, accountId: isThere ? accountId : undefined, mark: isThere ? session.mark : undefined };
}
