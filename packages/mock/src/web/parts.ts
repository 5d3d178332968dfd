import type { Control } from "../control/control.ts";

/** What the pages for people are made from. */
export interface Parts {
  readonly control: Control;
  /** Who has it may see the console from anywhere; without one it is for this machine only, as the control API is. */
  readonly controlToken: string | undefined;
  /** Asks the mock itself, as a client would. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** The machine's time in milliseconds since the epoch. */
  readonly wallClock: () => number;
  /** Told of every failure of a page. */
  readonly onError: (error: unknown) => void;
}
