/** How long an access token works, in milliseconds (behaviour.md, 6). */
export const accessTokenLifetime: number = 1_800_000;

/** How long a code can be exchanged, in milliseconds (behaviour.md, 6). */
export const codeLifetime: number = 600_000;
