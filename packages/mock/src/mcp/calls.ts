import { scopes as allScopes } from "@crm-platform/types";
import { Rejection } from "../contract/errors/rejection.ts";
import { isObject } from "../contract/openapi/document.ts";
import type { InProcessControl } from "../control/client/control.ts";
import type { AccountDetails, Installation } from "../generated/control/schemas.ts";
import { renewedToken } from "../http/renewedToken.ts";
import { accessTokenLifetime } from "../platform/lifetimes.ts";
import { operationNamed } from "./operations.ts";

export interface AgentParts {
  readonly control: InProcessControl;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Opens an empty mock with the same options and with its state in memory, which sends no webhooks. */
  readonly copy: () => Promise<InProcessControl & Pick<AgentParts, "fetch"> & { close(): Promise<void> }>;
  readonly onError: (error: unknown) => void;
}

export interface Call {
  readonly account: number;
  readonly operation: string;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly scopes?: string[] | undefined;
}

/** The maximum number of changes that a dry run lists. */
const maxChanges = 1_000;

const baseUrl = "http://crm-platform.test";

/** Calls operations as apps, whose credentials the agent does not see. Each list of scopes is an app of its own. */
export class Calls {
  readonly #parts: AgentParts;
  readonly #callers = new Map<string, Installation & { readonly expiresAt: number }>();

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  async add(account: number, installation: Installation): Promise<Installation> {
    const { now } = await this.#parts.control.clock.get(account);
    const caller = { ...installation, expiresAt: Date.parse(now) + accessTokenLifetime };
    this.#callers.set(callerKey(account, installation.scopes), caller);
    return caller;
  }

  async call(call: Call): Promise<unknown> {
    const { control, fetch } = this.#parts;
    const { account, scopes = Object.keys(allScopes) } = call;
    const caller = this.#callerIn(await control.accounts.get(account), scopes);
    if (!caller) return send(fetch, call, await this.add(account, await control.installApp(account, { name: "Agent", scopes })));
    const { now } = await control.clock.get(account);
    const accessToken = Date.parse(now) < caller.expiresAt ? undefined : await renewedToken(fetch, baseUrl, caller);
    // If the token cannot be renewed, the call fails with a 401, as that of an integration would.
    return send(fetch, call, accessToken === undefined ? caller : await this.add(account, { ...caller, accessToken }));
  }

  /** Makes the call in a copy of the account, in a mock of its own. */
  async dryRun(call: Call): Promise<unknown> {
    const { control } = this.#parts;
    const { account, scopes = Object.keys(allScopes) } = call;
    const details = await control.accounts.get(account);
    const clock = { mode: "frozen", at: (await control.clock.get(account)).now } as const;
    const state = await control.snapshot(account);
    const { hubDomain, userId, userEmail } = details;
    const caller = this.#callerIn(details, scopes);
    const app = caller && { app: { appId: caller.app.appId, clientId: caller.app.clientId } };
    const copy = await this.#parts.copy();
    try {
      const opened = await copy.account({ accountId: account, hubDomain, userId, userEmail, clock, scopes, ...app });
      await copy.restore(account, state);
      // An app that the call would install is installed after the restoration, so that it uses the same numbers.
      const installation = caller ? opened : await copy.installApp(account, { name: "Agent", scopes });
      await copy.snapshots.create(account, "before");
      const { requestId: _, ...response } = await send(copy.fetch, call, installation);
      const { results: changes, ...count } = await copy.snapshots.compare(account, "before", { limit: maxChanges });
      const deliveries = await copy.webhooks.deliveries(account);
      return { dryRun: true, ...response, changes, ...count, webhooks: deliveries.map(({ appId, events }) => ({ appId, events })) };
    } finally {
      await copy.close();
    }
  }

  /** Returns nothing if the account has been deleted and created again since. */
  #callerIn({ accountId, apps }: AccountDetails, scopes: readonly string[]) {
    const caller = this.#callers.get(callerKey(accountId, scopes));
    return apps.some(({ clientId }) => clientId === caller?.app.clientId) ? caller : undefined;
  }
}

function callerKey(account: number, scopes: readonly string[]): string {
  return JSON.stringify([account, ...scopes.toSorted()]);
}

async function send(fetch: AgentParts["fetch"], call: Call, { accessToken, app: { appId } }: Installation) {
  const request = requestOf(call, appId);
  request.headers.set("authorization", `Bearer ${accessToken}`);
  try {
    const response = await fetch(request);
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const [requestId, retryAfter] = ["x-mock-request-id", "retry-after"].map((name) => response.headers.get(name) ?? undefined);
    return { appId, requestId, status: response.status, retryAfter, body: isJson && text !== "" ? JSON.parse(text) : text || undefined };
  } catch (error) {
    const message = "The connection was lost before the whole response arrived. The request may have had an effect; see difference.";
    return { appId, connection: `${message} ${error}` };
  }
}

/** @throws Rejection when the request cannot be sent */
function requestOf({ operation: name, parameters = {}, body }: Call, appId: number): Request {
  const operation = operationNamed(name);
  const { method } = operation;
  if (method === "GET" && body !== undefined)
    throw new Rejection("VALIDATION_ERROR", 'A GET request has no body. Remove "body", and use "parameters" for the query.');
  // A path can contain ids in place of its parameters.
  const template = name.includes("/") ? (name.trim().split(/\s+/).at(-1) ?? "") : operation.path;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = textOf(parameters[parameter] ?? (parameter === "appId" ? appId : ""), parameter);
    if (value !== "") return encodeURIComponent(value.toWellFormed());
    throw new Rejection("VALIDATION_ERROR", `The parameter "${parameter}" of ${method} ${template} is missing. Add it to "parameters".`);
  });
  const url = new URL(path, baseUrl);
  for (const [parameter, value] of Object.entries(parameters)) {
    if (operation.parameters.some((one) => one.name === parameter && one.place === "path")) continue;
    for (const one of [value].flat()) url.searchParams.append(parameter, textOf(one, parameter));
  }
  if (body === undefined) return new Request(url, { method });
  const [mediaType = "application/json"] = operation.body?.mediaTypes ?? [];
  const text = mediaType.includes("form") ? formOf(body) : JSON.stringify(body);
  return new Request(url, { method, headers: { "content-type": mediaType }, body: text });
}

function formOf(body: unknown): string {
  if (!isObject(body)) throw new Rejection("VALIDATION_ERROR", 'The operation takes a form. "body" must be an object with its fields.');
  return `${new URLSearchParams(Object.entries(body).map(([name, value]): [string, string] => [name, textOf(value, name)]))}`;
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== "object") return String(value);
  throw new Rejection("VALIDATION_ERROR", `The value of "${name}" must be a string, a number or a boolean.`);
}
