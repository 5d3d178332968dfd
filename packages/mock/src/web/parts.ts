import type { InProcessControl } from "../control/client/control.ts";

export interface Parts {
  readonly control: InProcessControl;
  /** Grants access to the console from any machine. Without a token, the console accepts requests from this machine only. */
  readonly controlToken: string | undefined;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly wallClock: () => number;
  readonly onError: (error: unknown) => void;
}
