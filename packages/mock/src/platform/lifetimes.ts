/** How long an access token works, in milliseconds (behaviour.md, 6). */
export const accessTokenLifetime: number = 1_800_000;

/** How long a code can be exchanged, in milliseconds (behaviour.md, 6). */
export const codeLifetime: number = 600_000;

/**
 * How long an expired code or access token is known as such, in milliseconds; later it may be as if it had never been. One that
 * the OAuth flow gave expires for this purpose by the machine's clock, too.
 */
export const expiredKept: number = 30 * 86_400_000;
