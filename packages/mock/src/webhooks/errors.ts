/** The error of an attempt that is not repeated, because it cannot succeed until the settings or the options change. */
export class Undeliverable extends Error {}

/** The error of an attempt that is repeated immediately, because the receiver may have closed the connection before the request arrived. */
export class LostResponse extends Error {
  constructor() {
    super("The receiver closed the reused connection without a response");
  }
}
