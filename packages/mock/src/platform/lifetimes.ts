/** Lifetimes and retention periods are in milliseconds. */
export const accessTokenLifetime: number = 1_800_000;

export const codeLifetime: number = 600_000;

/** The minimum retention period of expired codes and access tokens. */
export const expiredKept: number = 30 * 86_400_000;
