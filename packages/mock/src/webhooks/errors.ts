/** The error of an attempt that is not repeated, because it cannot succeed until the settings or the options change. */
export class Undeliverable extends Error {}

/** The message of an error after which the next attempt is made immediately, on a new connection. */
export const lostResponse = "The receiver closed the reused connection without a response";
