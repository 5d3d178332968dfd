import { addDemoAccount, createMock, type Mock, type RunningServer, serveMock } from "@crm-platform/mock";
import { demoTime } from "../behavior/platform.ts";
import type { FuzzRequest } from "./requests.ts";
import { send, type WireResponse } from "./send.ts";

/** Mocks with the same state, each in its own database. */
export interface World {
  readonly authorizations: readonly (string | undefined)[];
  /** Tokens and client secrets of the callers. */
  readonly secrets: readonly string[];
  /** Sends the request to all mocks, in the order of their databases. */
  send(request: FuzzRequest): Promise<readonly (WireResponse | "no response" | "hangs")[]>;
  /** What the first mock reported about the last request. */
  report(): Report;
  /** Returns the internal errors since the last call. */
  failures(): unknown[];
  clearFaults(): Promise<void>;
  /** Returns the first mock's journal. */
  journal(): Promise<string>;
  close(): Promise<void>;
}

interface Report {
  /** The number of contract violations, except those that the real service accepts. */
  readonly violations: number;
  readonly hasFault: boolean;
}

/** The data of the other account contains this text. */
export const canary = "kestrel of the other account";

export async function createWorld(databases: readonly string[]): Promise<World> {
  const failures: unknown[] = [];
  let report: Report = { violations: 0, hasFault: false };
  const mocks: Mock[] = [];
  const servers: RunningServer[] = [];
  for (const database of databases) {
    const mock = await createMock({
      database,
      ...{ idSeed: "fuzz", wallClock: () => Date.parse(demoTime), keepSunsetOperations: true },
      onError: (error) => failures.push(error),
      onServed: ({ problems = [], fault }) => {
        if (mock === mocks[0]) report = { violations: problems.filter(({ accepted }) => !accepted).length, hasFault: fault !== undefined };
      },
    });
    await mock.reset();
    mocks.push(mock);
    servers.push(await serveMock({ mock, port: 0, requestTimeoutMs: 400 }));
  }
  const [first] = mocks as [Mock];
  const [callers] = (await Promise.all(mocks.map(addCallers))) as [Callers];
  return {
    ...callers,
    send: (request) => {
      report = { violations: 0, hasFault: false };
      return Promise.all(servers.map(({ url }) => send(Number(new URL(url).port), request)));
    },
    report: () => report,
    failures: () => failures.splice(0),
    clearFaults: async () => {
      for (const mock of mocks) await mock.faults.clear();
    },
    journal: async () => JSON.stringify(await first.requests.list()),
    close: async () => {
      for (const server of servers) await server.close();
      for (const mock of mocks) await mock.close();
    },
  };
}

type Callers = Pick<World, "authorizations" | "secrets">;

async function addCallers(mock: Mock): Promise<Callers> {
  const clock = { mode: "frozen", at: demoTime } as const;
  const own = await addDemoAccount(mock);
  // The examples contain the credentials of the first app, so requests may revoke that app's tokens.
  const ownApp = await own.installApp();
  const other = await mock.account({ clock, hubDomain: "other.example" });
  await other.restore(await own.snapshot());
  const properties = { tickets: ["subject", "9777"], meetings: ["hs_meeting_title", "512001"], contacts: ["firstname", "3101"] };
  const records = Object.entries(properties).map(([type, [name = "", id = ""]]) => [type, [{ id, properties: { [name]: canary } }]]);
  await other.seed({ records: Object.fromEntries(records) });
  const narrow = await mock.account({ clock, scopes: ["tickets"] });
  const expired = await mock.account({ clock });
  await expired.clock.advance({ minutes: 31 });
  const deleted = await mock.account();
  await deleted.delete();
  const tokens = [ownApp, other, narrow, expired, deleted].map(({ accessToken }) => accessToken);
  return {
    authorizations: [
      ...[...tokens, own.refreshToken, "unknown"].map((token) => `Bearer ${token}`),
      "Bearer",
      "Basic dTpw",
      "Bearer a b",
      undefined,
    ],
    // The examples contain those of the demo account.
    secrets: [
      ...tokens,
      own.accessToken,
      ...[own, ownApp, other, narrow].flatMap(({ refreshToken, app }) => [refreshToken, app.clientSecret]),
    ],
  };
}
