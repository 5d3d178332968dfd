import type { Call, Platform, TestAccount, TestResponse } from "./rows.ts";

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
