/** An attempt that cannot succeed until the settings or the options change, so it is not repeated. */
export class Undeliverable extends Error {}
