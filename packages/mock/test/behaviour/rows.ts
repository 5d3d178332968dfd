/** The checks of the behaviour table: one for each row of `spec/<area>/behaviour.yaml`, by its rule. */
export type Rows = Readonly<Record<string, (platform: Platform) => Promise<void>>>;

/** A running mock, as the checks see it: through HTTP and its control API, whatever it runs on. */
export interface Platform {
  /** Scheme and host, for what shows up in answers. */
  readonly origin: string;
  /** Sends a request. */
  call(request: Call): Promise<Answered>;
  /** Asks the control API; the path comes after `/__mock/v1`. Rejects when it refuses. */
  control(method: string, path: string, body?: unknown): Promise<Answered>;
  /** A new account, which no other check has. */
  account(options?: Readonly<Record<string, unknown>>): Promise<TestAccount>;
}

export interface TestAccount {
  readonly accountId: number;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly scopes: readonly string[];
  readonly app: {
    readonly appId: number;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly redirectUris: readonly string[];
  };
  /** The same account with one more app in it, and that app's tokens. */
  installApp(options?: Readonly<Record<string, unknown>>): Promise<TestAccount>;
  /** Sends a request with the access token. */
  call(request: Call): Promise<Answered>;
  seed(state: Readonly<Record<string, unknown>>): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: checks look at what is there.
  snapshot(): Promise<any>;
  /** Sets the account's own clock, which then stands still. @param at in milliseconds since the epoch, or ISO 8601 */
  freeze(at: number | string): Promise<void>;
  /** Moves the account's own clock. @param milliseconds forward */
  advance(milliseconds: number): Promise<void>;
}

export interface Call {
  /** Default: POST with a body or a form, else GET. */
  readonly method?: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Where a name comes more than once, as `URLSearchParams`. */
  readonly form?: Readonly<Record<string, string>> | URLSearchParams;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed where it is JSON, else text; `undefined` when there is none. */
  // biome-ignore lint/suspicious/noExplicitAny: checks look at what is there.
  readonly body: any;
}

/** The moment at which the examples of the spec take place. */
export const storyTime = "2026-04-20T08:00:00Z";
