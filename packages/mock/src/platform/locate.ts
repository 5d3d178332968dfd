import { bearerToken } from "../contract/request/bearer.ts";
import type { HttpRequest } from "../http/httpRequest.ts";
import type { Place } from "../http/serve.ts";
import type { Session, Store } from "../store/store.ts";
import { timeOn, type WallClock } from "./clock.ts";
import { accountIdOf, hashOf } from "./ids.ts";
import { userTokenOf } from "./userToken.ts";

export interface AccountSession {
  /** The account id in the credential. The account may not exist. */
  readonly accountId: number | undefined;
  /** The hash is empty if the request has no credential. */
  readonly tokenHash: string;
  readonly session: Session;
  /** Whether the credential is the account's user token. */
  readonly isUser: boolean;
  readonly now: number;
  readonly wall: number;
}

/** @param credential any credential that ends with an account id */
export async function locate(store: Store, wallClock: WallClock, credential: string | undefined): Promise<AccountSession> {
  const accountId = credential === undefined ? undefined : accountIdOf(credential);
  const tokenHash = credential === undefined ? "" : hashOf(credential);
  const session = await store.session(accountId ?? 0, tokenHash);
  const wall = wallClock();
  return {
    accountId,
    tokenHash,
    session,
    isUser: isUserToken(store, accountId, tokenHash, session),
    now: timeOn(session.clock, wall),
    wall,
  };
}

/** Compares hashes, so that the duration of the comparison does not reveal the token. */
function isUserToken({ idSeed }: Store, accountId: number | undefined, tokenHash: string, { generation, accessToken }: Session): boolean {
  if (accountId === undefined || generation === undefined || accessToken) return false;
  return tokenHash === hashOf(userTokenOf(idSeed, accountId, generation));
}

export function locateByToken(store: Store, wallClock: WallClock, { headers }: HttpRequest): Promise<AccountSession> {
  return locate(store, wallClock, bearerToken(headers["authorization"]));
}

export function placeOf({ accountId, session, isUser, now }: AccountSession): Place {
  const isThere = session.profile !== undefined && session.generation !== undefined;
  const appId = session.accessToken?.appId;
  return { now, isUser, accountId: isThere ? accountId : undefined, generation: isThere ? session.generation : undefined, appId };
}
