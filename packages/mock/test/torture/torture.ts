import { setTimeout as sleep } from "node:timers/promises";
import type { Platform } from "../behavior/platform.ts";
import { type Chance, chanceOf } from "../contract/oracleMutations.ts";
import { countDifferences, repeatOccurrences } from "./eventWriters.ts";
import { contact, type Ledger, openLedger } from "./ledger.ts";
import { searchDifferences } from "./searchDifferences.ts";
import { killWhileStarting, type Server, startServer } from "./server.ts";
import { viewOf } from "./view.ts";
import { keepWriting } from "./writers.ts";

export interface TortureOptions {
  readonly database: string;
  readonly kills: number;
  readonly seed: number;
}

export interface TortureReport {
  readonly acknowledged: number;
  /** The number of writes without a response. Each must be stored completely or not at all. */
  readonly unacknowledged: number;
  readonly written: number;
  readonly violations: readonly string[];
}

const writersAnAccount = 3;
const accounts = 2;

export async function torture({ database, kills, seed }: TortureOptions): Promise<TortureReport> {
  const chance = chanceOf(seed);
  const all: Ledger[] = [];
  const violations: string[] = [];
  // The first start, which creates the tables, is also killed.
  await killWhileStarting(database, 100 + chance() * 400);
  let server = await startServer(database);
  for (let kill = 0; kill < kills; kill += 1) {
    const ledgers = await openLedgers(server.platform);
    await writeUntilKilled(server, ledgers, chance);
    if (kill % 4 === 3) await killWhileStarting(database, chance() * 600);
    server = await startServer(database);
    violations.push(...(await lookFor(server.platform, ledgers)).map((violation) => `kill ${kill}: ${violation}`));
    all.push(...ledgers);
  }
  const atTheEnd = await lookFor(server.platform, all);
  const report = await reportOn(server.platform, all, [...violations, ...atTheEnd.map((violation) => `at the end: ${violation}`)]);
  await server.kill();
  return report;
}

async function writeUntilKilled(server: Server, ledgers: readonly Ledger[], chance: Chance): Promise<void> {
  const writing = write(server.platform, ledgers, chance, () => false);
  await someResponses(ledgers, writing, chance);
  await server.kill();
  await writing;
}

export function openLedgers(platform: Platform): Promise<Ledger[]> {
  return Promise.all(Array.from({ length: accounts }, () => openLedger(platform)));
}

export async function write(platform: Platform, ledgers: readonly Ledger[], chance: Chance, isStopped: () => boolean): Promise<void> {
  const writers = ledgers.flatMap((ledger) => Array.from({ length: writersAnAccount }, () => ledger));
  await Promise.all(writers.map((ledger) => keepWriting(platform, ledger, chance, isStopped)));
}

/** Waits for 12 to 60 acknowledged writes and then a few milliseconds, so that the kill can happen at any point during a write. */
export async function someResponses(ledgers: readonly Ledger[], writing: Promise<void>, chance: Chance): Promise<void> {
  const enough = 12 + Math.floor(chance() * 48);
  let isOver = false;
  void writing.then(() => (isOver = true));
  while (!isOver && count(ledgers, "acknowledged") < enough) await sleep(1);
  await sleep(chance() * 20);
}

export function count(ledgers: readonly Ledger[], which: "acknowledged" | "unacknowledged"): number {
  return ledgers.flatMap(({ writes }) => writes).filter(({ acknowledged }) => acknowledged === (which === "acknowledged")).length;
}

export async function lookFor(platform: Platform, ledgers: readonly Ledger[]): Promise<string[]> {
  const violations: string[] = [];
  for (const ledger of ledgers) {
    await repeatOccurrences(platform, ledger);
    const { account, writes, tickets, surprises } = ledger;
    const view = await viewOf(platform, account, [contact], tickets);
    violations.push(...surprises, ...countDifferences(view), ...(await searchDifferences(platform, account)));
    for (const { what, acknowledged, extent } of writes) {
      const storedExtent = extent(view);
      if (storedExtent === "part" || (acknowledged && storedExtent === "none"))
        violations.push(`${what}, ${acknowledged ? "acknowledged" : "not acknowledged"}: ${storedExtent} found`);
    }
  }
  return violations;
}

export async function reportOn(platform: Platform, ledgers: readonly Ledger[], violations: readonly string[]): Promise<TortureReport> {
  const writes = ledgers.flatMap((ledger) => ledger.writes);
  const open = writes.filter(({ acknowledged }) => !acknowledged);
  let writtenCount = 0;
  for (const { account, tickets, writes: own } of ledgers) {
    const view = await viewOf(platform, account, [contact], tickets);
    writtenCount += own.filter(({ acknowledged, extent }) => !acknowledged && extent(view) === "all").length;
  }
  return { acknowledged: writes.length - open.length, unacknowledged: open.length, written: writtenCount, violations };
}
