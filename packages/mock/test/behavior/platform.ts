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

type Credentials = Pick<TestAccount, "accountId" | "accessToken" | "refreshToken" | "scopes" | "app">;

export function platformAt(origin: string, fetch: (request: Request) => Promise<Response>): Platform {
  const platform: Platform = { origin, call: send, control, account };
  return platform;

  async function send({ method, path, query = {}, body, text, form, token, headers = {} }: Call): Promise<TestResponse> {
    const url = new URL(path, origin);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const fields = new Headers(headers);
    if (token !== undefined) fields.set("authorization", `Bearer ${token}`);
    if (body !== undefined || text !== undefined) fields.set("content-type", "application/json");
    const payload = form ? new URLSearchParams(form) : body === undefined ? (text ?? null) : JSON.stringify(body);
    const verb = method ?? (payload === null ? "GET" : "POST");
    return received(await fetch(new Request(url, { method: verb, headers: fields, body: payload, redirect: "manual" })));
  }

  async function control(method: string, path: string, body?: unknown): Promise<TestResponse> {
    const response = await send({ method, path: `/__mock/v1${path}`, body });
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(response.body)}`);
    return response;
  }

  async function account(options: Readonly<Record<string, unknown>> = {}): Promise<TestAccount> {
    return controlling((await control("POST", "/accounts", options)).body);
  }

  function controlling(credentials: Credentials): TestAccount {
    const path = `/accounts/${credentials.accountId}`;
    return {
      ...credentials,
      installApp: async (options = {}) =>
        controlling({ ...(await control("POST", `${path}/apps`, options)).body, accountId: credentials.accountId }),
      call: (call: Call) => send({ token: credentials.accessToken, ...call }),
      seed: async (state: unknown) => void (await control("POST", `${path}/seed`, state)),
      snapshot: async () => (await control("GET", `${path}/snapshot`)).body,
      freeze: async (at: number | string) =>
        void (await control("PUT", `${path}/clock`, { mode: "frozen", at: new Date(at).toISOString() })),
      advance: async (milliseconds: number) => void (await control("PUT", `${path}/clock`, { advance: milliseconds })),
    };
  }
}

async function received(response: Response): Promise<TestResponse> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text === "" ? undefined : text };
}
