/** The error of an attempt that is not repeated, because it cannot succeed until the settings or the options change. */
export class Undeliverable extends Error {}
