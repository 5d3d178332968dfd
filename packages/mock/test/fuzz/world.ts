import { createMock, type Mock, serveMock } from "@crm-platform/mock";
import { demoAccount, demoState } from "../../src/control/demo/demo.ts";
import type { FuzzRequest } from "./requests.ts";
import { overSocket, type WireResponse } from "./wire.ts";

export interface Caller {
  readonly name: "own" | "other" | "narrow" | "expired" | "gone" | "unknown" | "malformed" | "none";
  readonly authorization: string | undefined;
  /** `undefined` for an invalid token. */
  readonly scopes: readonly string[] | undefined;
}

export interface Known {
  readonly problems: number;
  readonly fault: boolean;
}

export interface World {
  readonly callers: readonly Caller[];
  /** Whether requests are also sent to the control API, which can delete accounts and tokens. */
  readonly turmoil: boolean;
  /** Resolves to `undefined` if the connection was cut. */
  send(request: FuzzRequest, way: "process" | "socket"): Promise<WireResponse | undefined>;
  known(): Known;
  failures(): unknown[];
  clearFaults(): Promise<void>;
  close(): Promise<void>;
}

/** All data of the other account contains this text. */
export const canary = "kestrel of the other account";

export async function createWorld(database: string, turmoil: boolean): Promise<World> {
  let failures: unknown[] = [];
  let known: Known = { problems: 0, fault: false };
  const mock = await createMock({
    database,
    idSeed: "fuzz",
    keepSunsetOperations: true,
    onError: (error) => failures.push(error),
    onServed: ({ problems = [], fault }) => {
      known = { problems: problems.filter(({ accepted }) => !accepted).length, fault: fault !== undefined };
    },
  });
  await mock.reset();
  const server = await serveMock({ mock, port: 0, requestTimeoutMs: 400 });
  const port = Number(new URL(server.url).port);
  return {
    turmoil,
    callers: await settle(mock),
    send: async (request, way) => {
      known = { problems: 0, fault: false };
      return way === "socket" || !fitsFetch(request) ? overSocket(port, request) : inProcess(mock, request);
    },
    known: () => known,
    failures: () => {
      const reported = failures;
      failures = [];
      return reported;
    },
    clearFaults: async () => {
      for (const { faultId } of await mock.faults.list()) await mock.faults.delete(faultId);
    },
    close: async () => {
      await server.close();
      await mock.close();
    },
  };
}

async function settle(mock: Mock): Promise<Caller[]> {
  const { clock } = demoAccount;
  const own = await mock.account(demoAccount);
  await own.seed(demoState);
  // The examples contain the credentials of the first app, so requests may revoke that app's tokens.
  const ownApp = await own.installApp();
  const other = await mock.account({ clock: clock as NonNullable<typeof clock>, hubDomain: "other.example" });
  await other.seed(demoState);
  const marked = { tickets: ["subject", "9777"], meetings: ["hs_meeting_title", "512001"], contacts: ["firstname", "3101"] };
  const records = Object.entries(marked).map(([type, [property = "", id = ""]]) => [type, [{ id, properties: { [property]: canary } }]]);
  await other.seed({ records: Object.fromEntries(records) });
  const narrow = await mock.account({ clock: clock as NonNullable<typeof clock>, scopes: ["tickets"] });
  const expired = await mock.account({ clock: clock as NonNullable<typeof clock> });
  await expired.clock.advance({ minutes: 31 });
  const gone = await mock.account();
  await gone.delete();
  const bearer = (token: string) => `Bearer ${token}`;
  return [
    { name: "own", authorization: bearer(ownApp.accessToken), scopes: ownApp.scopes },
    { name: "other", authorization: bearer(other.accessToken), scopes: other.scopes },
    { name: "narrow", authorization: bearer(narrow.accessToken), scopes: narrow.scopes },
    { name: "expired", authorization: bearer(expired.accessToken), scopes: undefined },
    { name: "gone", authorization: bearer(gone.accessToken), scopes: undefined },
    { name: "unknown", authorization: bearer(`unknown-${own.accountId}`), scopes: undefined },
    { name: "unknown", authorization: bearer(own.refreshToken), scopes: undefined },
    { name: "malformed", authorization: "Bearer", scopes: undefined },
    { name: "malformed", authorization: "Basic dTpw", scopes: undefined },
    { name: "malformed", authorization: "Bearer a b", scopes: undefined },
    { name: "none", authorization: undefined, scopes: undefined },
  ];
}

function fitsFetch({ method, target, headers, body, framing }: FuzzRequest): boolean {
  const hasBody = body !== undefined && body.length > 0;
  if (hasBody && ["GET", "HEAD"].includes(method)) return false;
  if (["TRACE", "CONNECT", "post"].includes(method) || framing !== "length" || !target.startsWith("/")) return false;
  return (
    !/[^!-~]/.test(target) &&
    new Set(headers.map(([name]) => name)).size === headers.length &&
    !headers.some(([name]) => socketOnly.has(name))
  );
}

const socketOnly = new Set(["host", "transfer-encoding", "content-length", "expect", "upgrade"]);

async function inProcess(mock: Mock, { method, target, headers, body }: FuzzRequest): Promise<WireResponse | undefined> {
  const init = {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body: body && body.length > 0 ? Buffer.from(body) : null,
  };
  const request = new Request(`http://127.0.0.1${target}`, init);
  try {
    const response = await mock.fetch(request);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    // A fault has dropped the connection.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
