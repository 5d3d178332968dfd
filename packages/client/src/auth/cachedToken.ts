import type { AccessTokenSource } from "../engine/index.ts";

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
 * new one, `obtain` runs once at a time. When it fails and the old token still lasts, the old one is used.
 */
export function cachedToken(obtain: () => Promise<ObtainedToken>, { renewEarlyMs = 60_000 }: CachedTokenOptions = {}): CachedToken {
  let kept: Kept | undefined;
  let renewal: Promise<string> | undefined;
  // Grows with every token, so that one that was asked for long ago does not take the place of a newer one.
  let generation = 0;

  async function renew(): Promise<string> {
    const asked = ++generation;
    const token = await obtain();
    // A token that hardly lives is used for half of its life at least, else every call would renew it.
    if (asked === generation) keep(token, (token.expiresInMs ?? Infinity) / 2);
    return kept?.accessToken ?? token.accessToken;
  }

  function keep({ accessToken, expiresInMs = Infinity }: ObtainedToken, leastMs = 0): void {
    const now = Date.now();
    kept = { accessToken, early: now + Math.max(expiresInMs - renewEarlyMs, leastMs), end: now + expiresInMs };
  }

  async function source({ refused }: { readonly refused?: string | undefined } = {}): Promise<string> {
    const usable = kept !== undefined && kept.accessToken !== refused && Date.now() < kept.end ? kept : undefined;
    if (usable && Date.now() < usable.early) return usable.accessToken;
    renewal ??= renew().finally(() => {
      renewal = undefined;
    });
    return usable ? renewal.catch(() => usable.accessToken) : renewal;
  }

  return Object.assign(source, {
    replace(token: ObtainedToken) {
      generation += 1;
      keep(token);
    },
  });
}
