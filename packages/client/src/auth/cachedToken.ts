import type { AccessTokenSource } from "../engine/index.ts";
import { checkNumbers } from "../engine/numbers.ts";

const pauseMs = 5_000;

export interface ObtainedToken {
  readonly accessToken: string;
  /** Remaining lifetime in milliseconds. @default unknown; the token is used until the service rejects it */
  readonly expiresInMs?: number | undefined;
}

export interface CachedTokenOptions {
  /** How long before its expiry a token is renewed, in milliseconds. @default 60_000 */
  readonly renewEarlyMs?: number | undefined;
}

/** An access token source that caches its token. Clients that share a source renew the token only once. */
export interface CachedToken extends AccessTokenSource {
  /** Replaces the token, for example after the user has authorized again. A pending renewal is discarded. */
  replace(token: ObtainedToken): void;
}

interface CurrentToken {
  readonly accessToken: string;
  readonly early: number;
  readonly end: number;
}

/**
 * Caches an access token from any source until shortly before it expires, or until the service rejects it. If you have a refresh token from
 * this API, use `refreshTokenAuth` instead.
 *
 * `obtain` never runs concurrently. While the current token is valid, calls use it without waiting, even if `obtain` fails; `obtain` is
 * then retried after a few seconds. After the token has expired, calls wait for `obtain`, and reject with its error if it fails.
 *
 * @throws TypeError if `renewEarlyMs` is negative or not a number
 * @example
 * const accessToken = cachedToken(async () => {
 *   const { token, seconds } = await readToken();
 *   return { accessToken: token, expiresInMs: seconds * 1000 };
 * });
 * const client = createClient({ accessToken });
 */
export function cachedToken(obtain: () => Promise<ObtainedToken>, { renewEarlyMs = 60_000 }: CachedTokenOptions = {}): CachedToken {
  checkNumbers({ renewEarlyMs }, { renewEarlyMs: 0 });
  let current: CurrentToken | undefined;
  let renewal: Promise<string> | undefined;
  let pausedUntil = 0;
  // The generation increases with every token, so that a slow renewal does not replace a newer token.
  let generation = 0;

  async function renew(): Promise<string> {
    const ownGeneration = ++generation;
    try {
      const token = await obtain();
      // A short-lived token is used for at least half of its lifetime; otherwise every call would renew it.
      if (ownGeneration === generation) keep(token, 0.5);
      return current?.accessToken ?? token.accessToken;
    } catch (error) {
      if (current && ownGeneration !== generation) return current.accessToken;
      pausedUntil = performance.now() + pauseMs;
      throw error;
    }
  }

  function keep({ accessToken, expiresInMs = Infinity }: ObtainedToken, minPart = 0): void {
    const now = performance.now();
    const life = Number.isNaN(expiresInMs) ? Infinity : expiresInMs;
    current = { accessToken, early: now + Math.max(life - renewEarlyMs, life * minPart), end: now + life };
    pausedUntil = 0;
  }

  function renewOnce(): Promise<string> {
    if (renewal) return renewal;
    const own = renew().finally(() => {
      // Another renewal may have started after `replace`.
      if (renewal === own) renewal = undefined;
    });
    renewal = own;
    return own;
  }

  async function source({ rejected }: { readonly rejected?: string | undefined } = {}): Promise<string> {
    const now = performance.now();
    if (current === undefined || current.accessToken === rejected || now >= current.end) return renewOnce();
    if (now >= current.early && now >= pausedUntil) renewOnce().catch(() => {});
    return current.accessToken;
  }

  return Object.assign(source, {
    replace(token: ObtainedToken) {
      generation += 1;
      renewal = undefined;
      keep(token);
    },
  });
}
