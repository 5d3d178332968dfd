/** The checks for `spec/<area>/behaviour.yaml`, keyed by rule. */
export type Rows = Readonly<Record<string, (platform: Platform) => Promise<void>>>;

export interface Platform {
  readonly origin: string;
  call(request: Call): Promise<TestResponse>;
  /** Calls the control API. Rejects if the status is an error. @param path the part of the path after `/__mock/v1` */
  control(method: string, path: string, body?: unknown): Promise<TestResponse>;
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
  /** Returns the account with the new app's tokens. */
  installApp(options?: Readonly<Record<string, unknown>>): Promise<TestAccount>;
  call(request: Call): Promise<TestResponse>;
  seed(state: Readonly<Record<string, unknown>>): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: checks access fields without declared types.
  snapshot(): Promise<any>;
  /** Freezes the account's clock. @param at in milliseconds since the epoch, or ISO 8601 */
  freeze(at: number | string): Promise<void>;
  advance(milliseconds: number): Promise<void>;
}

export interface Call {
  /** Default: POST if there is a body or a form, otherwise GET. */
  readonly method?: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly text?: string;
  /** Use `URLSearchParams` to repeat names. */
  readonly form?: Readonly<Record<string, string>> | URLSearchParams;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body if it is JSON, otherwise a string; `undefined` without a body. */
  // biome-ignore lint/suspicious/noExplicitAny: checks access fields without declared types.
  readonly body: any;
}

export const demoTime = "2026-04-20T08:00:00Z";
