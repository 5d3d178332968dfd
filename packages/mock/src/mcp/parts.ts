import type { InProcessControl } from "../control/client/control.ts";

export interface AgentParts {
  readonly control: InProcessControl;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Opens an empty mock with the same options and with its state in memory, which sends no webhooks. */
  readonly copy: () => Promise<Copy>;
  readonly onError: (error: unknown) => void;
}

export interface Copy extends InProcessControl {
  readonly fetch: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}
