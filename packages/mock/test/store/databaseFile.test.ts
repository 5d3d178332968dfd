import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { platformAt } from "../behavior/platform.ts";
import { type Command, command } from "../server/command.ts";
import { databases } from "./stores.ts";

const smtpTokens = "/email/public/v1/smtpapi/tokens";
const campaign = (name: string) => ({ createdBy: "someone@hub.example", campaignName: name });

function started(database: string): Command {
  const one = command("start", "--port", "0", "--keep-sunset-operations", "--database", database);
  onTestFinished(async () => {
    one.child.kill();
    await one.end;
  });
  return one;
}

async function ready({ waitFor: written }: Command): Promise<string> {
  const [, url = ""] = await written(/^ready (\S+)$/m);
  return url;
}

/** Returns the mode of each file in the folder of the database. */
function modesBeside(database: string): Record<string, string> {
  const folder = dirname(database.slice("file:".length));
  return Object.fromEntries(readdirSync(folder).map((name) => [name, (statSync(`${folder}/${name}`).mode & 0o777).toString(8)]));
}

function opener(): (database: string) => Promise<string> {
  const child = fork(new URL("opener.ts", import.meta.url), { execArgv: ["--conditions=@crm-platform/source"] });
  onTestFinished(() => void child.kill());
  return async (database) => {
    child.send(database);
    const [outcome] = await once(child, "message");
    return outcome;
  };
}

test("if two processes open the same file at the same time, one opens it and the other one states the reason", async () => {
  const openers = [opener(), opener()];
  const sendAll = (database: string) => Promise.all(openers.map((open) => open(database)));
  await sendAll("");
  for (let round = 0; round < 3; round += 1) {
    const database = await databases.file();
    for (const file of ["new", "existing"]) {
      const outcomes = (await sendAll(database)).toSorted();
      expect(outcomes, file).toEqual([
        expect.stringContaining("another process uses it. A file can be used by only one process"),
        "opened",
      ]);
      await sendAll("");
    }
  }
});

test("only the owner can read a new database file and the files next to it, and an existing file keeps its mode", async () => {
  const database = await databases.file();
  const first = started(database);
  await ready(first);
  expect(modesBeside(database)).toEqual({ "mock.db": "600", "mock.db-wal": "600" });
  first.child.kill();
  await first.end;
  chmodSync(database.slice("file:".length), 0o640);
  await ready(started(database));
  expect(modesBeside(database)).toEqual({ "mock.db": "640", "mock.db-wal": "640" });
});

// The command `prlimit` limits the size of the process's files, so that writes fail as they do on a full disk.
test.runIf(process.platform === "linux")("health reports a full disk after a failed write, until there is space again", async () => {
  const database = await databases.file();
  const one = started(database);
  const platform = platformAt(await ready(one), fetch);
  const { call } = await platform.account();
  const file = database.slice("file:".length);
  const limit = (bytes: number | "unlimited") => execFileSync("prlimit", ["--pid", String(one.child.pid), `--fsize=${bytes}:unlimited`]);
  const health = () => platform.call({ path: "/__mock/v1/health" });

  expect((await health()).status).toBe(200);
  limit(Math.max(statSync(file).size, statSync(`${file}-wal`).size) + 4_096);
  const statuses = new Set<number>();
  for (let count = 0; count < 20; count += 1) {
    statuses.add((await call({ path: smtpTokens, body: campaign(`Spring ${count}`) })).status);
    if (!statuses.has(503)) continue;
    const { status, headers, body } = await health();
    expect([status, headers.get("retry-after"), body.message]).toEqual([
      503,
      "5",
      `The database file ${file} cannot be used: it cannot be read or written. Check the disk and its free space.`,
    ]);
  }
  expect(statuses).toContain(503);
  limit("unlimited");
  expect((await health()).status).toBe(200);
  expect((await call({ path: smtpTokens, body: campaign("Summer") })).status).toBe(200);
});
