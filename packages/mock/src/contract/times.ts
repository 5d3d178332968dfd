/** The first and the last time that ISO 8601 represents with a four-digit year. */
export const firstTime = "0000-01-01T00:00:00Z";
export const lastTime = "9999-12-31T23:59:59.999Z";
export const firstMoment: number = Date.parse(firstTime);
export const lastMoment: number = Date.parse(lastTime);
