import type { Operation } from "../contract/openapi/operations.ts";
import type { AccountDetails, Installation } from "../generated/control/schemas.ts";
import { accessTokenLifetime } from "../platform/lifetimes.ts";
import { operationNamed } from "./operations.ts";
import type { AgentParts } from "./parts.ts";
import type { Secrets } from "./secrets.ts";
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
  readonly #secrets: Secrets;
  readonly #callers = new Map<string, Caller>();

  constructor(parts: AgentParts, secrets: Secrets) {
    this.#parts = parts;
    this.#secrets = secrets;
  }

  /** @param installation the app with all scopes */
  async add(account: number, installation: Installation): Promise<void> {
    await this.#store(account, undefined, installation);
  }

  async call({ account, scopes, ...call }: Call): Promise<unknown> {
    const { control, fetch } = this.#parts;
    const operation = operationNamed(call.operation);
    const caller = await this.#existing(account, scopes, await control.accounts.get(account));
    const { accessToken, app } =
      caller === undefined
        ? await this.#store(account, scopes, await control.installApp(account, appOf(scopes)))
        : await this.#renewed(account, scopes, caller);
    return { appId: app.appId, ...(await send(fetch, requestOf(operation, call, accessToken, app.appId), this.#secrets)) };
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
      const clock = { mode: "frozen", at: now } as const;
      const { appId, clientId } = caller?.app ?? {};
      const app = appId === undefined || clientId === undefined ? {} : { app: { appId, clientId }, ...(scopes && { scopes }) };
      const opened = await copy.account({ accountId: account, clock, ...app });
      await copy.restore(account, state);
      // An app that the real call would install is installed after the restoration, so that it uses the same numbers.
      const installation = caller === undefined ? await copy.installApp(account, appOf(scopes)) : opened;
      await copy.snapshots.create(account, "before");
      this.#secrets.add(installation.accessToken, installation.refreshToken, installation.app.clientSecret);
      const request = requestOf(operation, call, installation.accessToken, installation.app.appId);
      const { requestId: _, ...response } = await send(copy.fetch, request, this.#secrets);
      const { results: changes } = await copy.snapshots.compare(account, "before");
      const deliveries = await copy.webhooks.deliveries(account);
      const webhooks = deliveries.map(({ appId: receiver, events }) => ({ appId: receiver, events }));
      return { dryRun: true, appId: installation.app.appId, ...response, changes, webhooks };
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
    this.#secrets.add(accessToken, refreshToken, app.clientSecret);
    const { now } = await this.#parts.control.clock.get(account);
    const caller = { accessToken, refreshToken, app, expiresAt: Date.parse(now) + accessTokenLifetime };
    this.#callers.set(keyOf(account, scopes), caller);
    return caller;
  }
}

function keyOf(account: number, scopes: readonly string[] | undefined): string {
  return JSON.stringify([account, scopes?.toSorted()]);
}

function appOf(scopes: string[] | undefined): { readonly name: string; scopes?: string[] } {
  return scopes === undefined ? { name: "Agent" } : { name: `Agent with ${scopes.length} scopes`, scopes };
}

/** @throws ToolError when the request cannot be sent */
function requestOf(
  operation: Operation,
  { operation: name, parameters = {}, body }: Omit<Call, "account">,
  accessToken: string,
  appId: number,
): Request {
  if (operation.method === "GET" && body !== undefined) {
    throw new ToolError(`A GET request has no body: ${operation.operationId}. Remove "body", and use "parameters" for the query.`);
  }
  const [, ownPath = operation.path] = name.trim().split(/\s+/);
  const placeOf = (parameter: string) => operation.parameters.find((one) => one.name === parameter)?.place ?? "query";
  const path = ownPath.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = parameters[parameter] ?? (parameter === "appId" ? appId : "");
    const text = String(value);
    if (!text.isWellFormed()) {
      throw new ToolError(`The parameter "${parameter}" has half of a surrogate pair: ${JSON.stringify(text)}. Use whole characters.`);
    }
    if (text !== "") return encodeURIComponent(text);
    throw new ToolError(`The parameter "${parameter}" of ${operation.method} ${ownPath} is missing. Add it to "parameters".`);
  });
  const url = new URL(path, baseUrl);
  const headers = new Headers({ authorization: `Bearer ${accessToken}` });
  for (const [parameter, value] of Object.entries(parameters)) {
    const place = placeOf(parameter);
    if (place === "header") setHeader(headers, parameter, String(value));
    if (place === "query") for (const one of [value].flat()) url.searchParams.append(parameter, String(one));
  }
  if (body === undefined) return new Request(url, { method: operation.method, headers });
  const isForm = operation.body?.mediaTypes[0] === "application/x-www-form-urlencoded";
  headers.set("content-type", isForm ? "application/x-www-form-urlencoded" : "application/json");
  const text = isForm ? new URLSearchParams(Object(body)).toString() : JSON.stringify(body);
  return new Request(url, { method: operation.method, headers, body: text });
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new ToolError(`The header "${name}" has an invalid value: ${JSON.stringify(value)}. Use one line of Latin-1 characters.`);
  }
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

async function send(fetch: AgentParts["fetch"], request: Request, secrets: Secrets): Promise<CallResult> {
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
      ...(text !== "" && { body: isJson ? secrets.withoutFields(JSON.parse(text)) : text }),
    };
  } catch (error) {
    const message = "The connection was lost before the whole response arrived. The request may have had an effect; see difference.";
    return { ...(status !== undefined && { status }), connection: `${message} ${error}` };
  }
}
