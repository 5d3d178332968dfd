import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMock, type MockOptions, serveMock } from "@crm-platform/mock";
import { command } from "../server/command.ts";
import { freshDatabase } from "../store/freshDatabase.ts";
import { demoTime, type Platform, platformAt } from "./platform.ts";

/** Together, these cover every database and transport. */
export const ways = ["in process", "over HTTP, on a file", "two mocks on Postgres"] as const;

export interface Running {
  readonly platform: Platform;
  close(): Promise<void>;
}

type Way = (typeof ways)[number] | "two processes on Postgres";

/** Sets the clock to the time of the examples, because some operations are shut down on a fixed date. */
export async function run(way: Way, options: MockOptions = {}): Promise<Running> {
  const running = await start(way, options);
  await running.platform.control("PUT", "/clock", { mode: "offset", offset: Date.parse(demoTime) - Date.now() });
  return running;
}

async function start(way: Way, options: MockOptions): Promise<Running> {
  switch (way) {
    case "in process":
      return inProcess(options);
    case "over HTTP, on a file":
      return onFile(options);
    case "two mocks on Postgres":
      return twoMocks(options);
    case "two processes on Postgres":
      return twoProcesses(options);
  }
}

async function inProcess(options: MockOptions): Promise<Running> {
  const mock = await createMock(options);
  return { platform: platformAt(mock.url, mock.fetch), close: () => mock.close() };
}

async function onFile(options: MockOptions): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-mock-"));
  const mock = await createMock({ ...options, database: `file:${join(folder, "mock.sqlite")}` });
  const server = await serveMock({ mock, port: 0 });
  return {
    platform: platformAt(server.url, fetch),
    close: async () => {
      await server.close();
      await mock.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function twoMocks(options: MockOptions): Promise<Running> {
  const database = await freshDatabase();
  const open = () => createMock({ ...options, database: database.url });
  const [one, other] = await Promise.all([open(), open()]);
  return {
    platform: platformAt(one.url, alternating(one.fetch, other.fetch)),
    close: async () => {
      await Promise.all([one.close(), other.close()]);
      await database.drop();
    },
  };
}

async function twoProcesses(options: MockOptions): Promise<Running> {
  const database = await freshDatabase();
  const other = command("start", "--port", "0", "--database", database.url);
  const mock = await createMock({ ...options, database: database.url });
  const [, otherUrl = ""] = await other.waitFor(/^ready (\S+)$/m);
  const fetchOther = (request: Request) => fetch(new Request(request.url.replace(mock.url, otherUrl), request));
  return {
    platform: platformAt(mock.url, alternating(fetchOther, mock.fetch)),
    close: async () => {
      other.child.kill("SIGTERM");
      await Promise.all([other.end, mock.close()]);
      await database.drop();
    },
  };
}

type Fetch = (request: Request) => Promise<Response>;

function alternating(one: Fetch, other: Fetch): Fetch {
  let turn = 0;
  return (request) => {
    turn += 1;
    return turn % 2 === 0 ? other(request) : one(request);
  };
}
