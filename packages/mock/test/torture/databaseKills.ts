import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Chance, chanceOf } from "../contract/oracleMutations.ts";
import type { Ledger } from "./ledger.ts";
import type { Server } from "./server.ts";
import { startServer } from "./server.ts";
import { count, lookFor, openLedgers, reportOn, someResponses, type TortureOptions, type TortureReport, write } from "./torture.ts";

const backWithinMs = 180_000;

/**
 * After each kill, Postgres closes all connections and recovers.
 * @param options the options for a Postgres server that no other test uses
 */
export async function tortureDatabase({ database, kills, seed }: TortureOptions): Promise<TortureReport> {
  const chance = chanceOf(seed);
  const all: Ledger[] = [];
  const violations: string[] = [];
  const server = await startServer(database);
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const ledgers = await openLedgers(server.platform);
      await writeWhileKilling(server, database, ledgers, chance);
      await backAgain(server);
      violations.push(...(await lookFor(server.platform, ledgers)).map((violation) => `kill ${kill}: ${violation}`));
      all.push(...ledgers);
    }
    return await reportOn(server.platform, all, violations);
  } finally {
    await server.kill();
  }
}

async function writeWhileKilling({ platform }: Server, database: string, ledgers: readonly Ledger[], chance: Chance): Promise<void> {
  let isOver = false;
  const writing = write(platform, ledgers, chance, () => isOver);
  await someResponses(ledgers, writing, chance);
  await killOne(database, chance);
  while (count(ledgers, "unacknowledged") === 0) await sleep(1);
  isOver = true;
  await writing;
}

async function killOne(database: string, chance: Chance): Promise<void> {
  const client = new pg.Client(database);
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query(
    "select pid from pg_stat_activity where pid <> pg_backend_pid() and backend_type in ('client backend', 'walwriter', 'checkpointer') order by pid",
  );
  const { pid } = rows[Math.floor(chance() * rows.length)];
  process.kill(pid, "SIGKILL");
  await client.end().catch(() => undefined);
}

async function backAgain({ url, child }: Server): Promise<void> {
  const end = performance.now() + backWithinMs;
  while (performance.now() < end) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("The server exited when its database was killed.");
    const response = await fetch(`${url}/__mock/v1/health`);
    await response.body?.cancel();
    if (response.status === 200) return;
    if (response.status < 500) throw new Error(`The server responded with ${response.status} while its database was not running.`);
    await sleep(50);
  }
  throw new Error(`The server did not recover within ${backWithinMs} ms.`);
}
