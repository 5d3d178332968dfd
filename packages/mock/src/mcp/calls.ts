import type { Operation } from "../contract/openapi/operations.ts";
import type { AccountDetails, Installation } from "../generated/control/schemas.ts";
import { accessTokenLifetime } from "../platform/lifetimes.ts";
import { operationNamed } from "./operations.ts";
import type { AgentParts } from "./parts.ts";
import { ToolError } from "./toolError.ts";

export interface Call {
  readonly account: number;
  readonly operation: string;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly scopes?: string[] | undefined;
}

interface Caller extends Pick<Installation, "app"> {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: number;
}

const baseUrl = "http://crm-platform.test";

/** Calls operations as apps, whose credentials the agent does not see. Each list of scopes is an app of its own. */
export class Calls {
  readonly #parts: AgentParts;
  readonly #callers = new Map<string, Caller>();

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  /** @param installation the app with all scopes */
  async add(account: number, installation: Installation): Promise<void> {
    await this.#store(account, undefined, installation);
  }

  async call({ account, scopes, ...call }: Call): Promise<unknown> {
    const { control, fetch } = this.#parts;
    const operation = operationNamed(call.operation);
    const caller = await this.#existing(account, scopes, await control.accounts.get(account));
    const name = scopes === undefined ? "Agent" : `Agent with ${scopes.length} scopes`;
    const { accessToken } =
      caller === undefined
        ? await this.#store(account, scopes, await control.installApp(account, { name, ...(scopes && { scopes }) }))
        : await this.#renewed(account, scopes, caller);
    return send(fetch, requestOf(operation, call, accessToken));
  }

  /** Makes the call in a copy of the account, in a mock of its own. */
  async dryRun({ account, scopes, ...call }: Call): Promise<unknown> {
    const { control } = this.#parts;
    const operation = operationNamed(call.operation);
    const caller = await this.#existing(account, scopes, await control.accounts.get(account));
    const { now } = await control.clock.get(account);
    const state = await control.snapshot(account);
    const copy = await this.#parts.copy();
    try {
      const { appId, clientId } = caller?.app ?? {};
      const { accessToken } = await copy.account({
        accountId: account,
        clock: { mode: "frozen", at: now },
        ...(scopes && { scopes }),
        ...(appId !== undefined && clientId !== undefined && { app: { appId, clientId } }),
      });
      await copy.restore(account, state);
      await copy.snapshots.create(account, "before");
      const { requestId: _, ...response } = await send(copy.fetch, requestOf(operation, call, accessToken));
      const { results: changes } = await copy.snapshots.compare(account, "before");
      const deliveries = await copy.webhooks.deliveries(account);
      return { dryRun: true, ...response, changes, webhooks: deliveries.map(({ appId: app, events }) => ({ appId: app, events })) };
    } finally {
      await copy.close();
    }
  }

  /** Returns nothing if the account has been deleted and created again since. */
  async #existing(account: number, scopes: string[] | undefined, { apps }: AccountDetails): Promise<Caller | undefined> {
    const caller = this.#callers.get(keyOf(account, scopes));
    return apps.some(({ clientId }) => clientId === caller?.app.clientId) ? caller : undefined;
  }

  async #renewed(account: number, scopes: string[] | undefined, caller: Caller): Promise<Caller> {
    const { now } = await this.#parts.control.clock.get(account);
    if (Date.parse(now) < caller.expiresAt) return caller;
    const { clientId, clientSecret } = caller.app;
    const fields = { grant_type: "refresh_token", client_id: clientId, client_secret: clientSecret, refresh_token: caller.refreshToken };
    const request = new Request(`${baseUrl}/oauth/2026-03/token`, { method: "POST", body: new URLSearchParams(fields) });
    const response = await this.#parts.fetch(request);
    // The call then fails with a 401, as that of an integration would.
    if (!response.ok) return caller;
    const { access_token: accessToken, refresh_token: refreshToken } = (await response.json()) as Readonly<Record<string, string>>;
    return this.#store(account, scopes, { ...caller, ...(accessToken && { accessToken }), ...(refreshToken && { refreshToken }) });
  }

  async #store(
    account: number,
    scopes: string[] | undefined,
    { accessToken, refreshToken, app }: Omit<Caller, "expiresAt">,
  ): Promise<Caller> {
    const { now } = await this.#parts.control.clock.get(account);
    const caller = { accessToken, refreshToken, app, expiresAt: Date.parse(now) + accessTokenLifetime };
    this.#callers.set(keyOf(account, scopes), caller);
    return caller;
  }
}

function keyOf(account: number, scopes: readonly string[] | undefined): string {
  return JSON.stringify([account, scopes?.toSorted()]);
}

/** @throws ToolError when a parameter of the path is missing */
function requestOf(operation: Operation, { operation: name, parameters = {}, body }: Omit<Call, "account">, accessToken: string): Request {
  const [, ownPath = operation.path] = name.trim().split(/\s+/);
  const placeOf = (parameter: string) => operation.parameters.find((one) => one.name === parameter)?.place ?? "query";
  const path = ownPath.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = parameters[parameter];
    if (value !== undefined && value !== "") return encodeURIComponent(String(value));
    throw new ToolError(`The parameter "${parameter}" of ${operation.method} ${ownPath} is missing. Add it to "parameters".`);
  });
  const url = new URL(path, baseUrl);
  const headers = new Headers({ authorization: `Bearer ${accessToken}` });
  for (const [parameter, value] of Object.entries(parameters)) {
    const place = placeOf(parameter);
    if (place === "header") headers.set(parameter, String(value));
    if (place === "query") for (const one of [value].flat()) url.searchParams.append(parameter, String(one));
  }
  if (body === undefined) return new Request(url, { method: operation.method, headers });
  const isForm = operation.body?.mediaTypes[0] === "application/x-www-form-urlencoded";
  headers.set("content-type", isForm ? "application/x-www-form-urlencoded" : "application/json");
  const text = isForm ? new URLSearchParams(Object(body)).toString() : JSON.stringify(body);
  return new Request(url, { method: operation.method, headers, body: text });
}

interface CallResult {
  readonly status?: number;
  /** The journal's id of the request. */
  readonly requestId?: string;
  readonly retryAfter?: string;
  readonly body?: unknown;
  /** Says that the connection was lost. */
  readonly connection?: string;
}

async function send(fetch: AgentParts["fetch"], request: Request): Promise<CallResult> {
  let status: number | undefined;
  try {
    const response = await fetch(request);
    ({ status } = response);
    const text = await response.text();
    const retryAfter = response.headers.get("retry-after");
    const requestId = response.headers.get("x-mock-request-id");
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    return {
      ...{ status, ...(requestId && { requestId }), ...(retryAfter && { retryAfter }) },
      ...(text !== "" && { body: isJson ? JSON.parse(text) : text }),
    };
  } catch (error) {
    const message = "The connection was lost before the whole response arrived. The request may have had an effect; see difference.";
    return { ...(status !== undefined && { status }), connection: `${message} ${error}` };
  }
}
