/** The lifetime of an access token, in milliseconds (behaviour.md, 6). */
export const accessTokenLifetime: number = 1_800_000;

/** The lifetime of an authorization code, in milliseconds (behaviour.md, 6). */
export const codeLifetime: number = 600_000;

/** The minimum retention period of expired codes and access tokens, in milliseconds. */
export const expiredKept: number = 30 * 86_400_000;
