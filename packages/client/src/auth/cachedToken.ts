import type { AccessTokenSource } from "../engine/index.ts";

/** How long to wait after a renewal that failed, while the old token still lasts. */
const pauseMs = 5_000;

/** An access token and how long it can be used. */
export interface ObtainedToken {
  readonly accessToken: string;
  /** Milliseconds until it expires, from now on. Without it the token is used until the service refuses it. */
  readonly expiresInMs?: number | undefined;
}

export interface CachedTokenOptions {
  /** How long before its end a token is renewed, in milliseconds. Default: 60,000. */
  readonly renewEarlyMs?: number | undefined;
}

/** An access token source that keeps its token. Give one to several clients, and they renew it once for all. */
export interface CachedToken extends AccessTokenSource {
  /** Takes another token, for example after the user has authorized anew; one that is being obtained no longer counts. */
  replace(token: ObtainedToken): void;
}

interface Kept {
  readonly accessToken: string;
  /** From when on it is renewed. */
  readonly early: number;
  /** When it expires, by the clock of this machine. */
  readonly end: number;
}

/**
 * Keeps the token that `obtain` gives, until shortly before it expires or the service refuses it. However many calls need a
 * new one, `obtain` runs once at a time. While the old token lasts, nobody waits for the new one: calls go on with the old one,
 * also when `obtain` fails, which is then tried again some seconds later at the earliest. Once it is over, calls wait for
 * `obtain`, and fail with it.
 */
export function cachedToken(obtain: () => Promise<ObtainedToken>, { renewEarlyMs = 60_000 }: CachedTokenOptions = {}): CachedToken {
  let kept: Kept | undefined;
  let renewal: Promise<string> | undefined;
  let pausedUntil = 0;
  // Grows with every token, so that one that was asked for long ago does not take the place of a newer one.
  let generation = 0;

  async function renew(): Promise<string> {
    const asked = ++generation;
    try {
      const token = await obtain();
      // A token that hardly lives is used for half of its life at least, else every call would renew it.
      if (asked === generation) keep(token, 0.5);
      return kept?.accessToken ?? token.accessToken;
    } catch (error) {
      // What took its place meanwhile does not fail with it.
      if (kept && asked !== generation) return kept.accessToken;
      pausedUntil = performance.now() + pauseMs;
      throw error;
    }
  }

  function keep({ accessToken, expiresInMs = Infinity }: ObtainedToken, leastPart = 0): void {
    const now = performance.now();
    const life = Number.isNaN(expiresInMs) ? Infinity : expiresInMs;
    kept = { accessToken, early: now + Math.max(life - renewEarlyMs, life * leastPart), end: now + life };
    pausedUntil = 0;
  }

  function renewOnce(): Promise<string> {
    if (renewal) return renewal;
    const own = renew().finally(() => {
      // By then another may be under way: the token was replaced, and that one refused.
      if (renewal === own) renewal = undefined;
    });
    renewal = own;
    return own;
  }

  async function source({ refused }: { readonly refused?: string | undefined } = {}): Promise<string> {
    const now = performance.now();
    if (kept === undefined || kept.accessToken === refused || now >= kept.end) return renewOnce();
    if (now >= kept.early && now >= pausedUntil) renewOnce().catch(() => {});
    return kept.accessToken;
  }

  return Object.assign(source, {
    replace(token: ObtainedToken) {
      generation += 1;
      renewal = undefined;
      keep(token);
    },
  });
}
