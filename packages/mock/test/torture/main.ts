/**
 * pnpm torture [--kills N] [--seed N]: repeatedly kills the mock on a file, the mock on Postgres, and Postgres itself under load, and
 * checks that no acknowledged write is lost and no write is partial. Exits with 1 if a check fails.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWords, runCommand } from "../../../../tools/commandLine.ts";
import { createDatabase, startPostgres } from "../store/postgres.ts";
import { tortureDatabase } from "./databaseKills.ts";
import { type TortureReport, torture } from "./torture.ts";

async function main(): Promise<number> {
  const { values } = readWords("Usage: npx pnpm torture [--kills N] [--seed N]", { kills: { type: "string" }, seed: { type: "string" } });
  const kills = Number(values.kills ?? 50);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  console.log(`${kills} kills each, seed ${seed}`);

  const folder = await mkdtemp(join(tmpdir(), "crm-platform-torture-"));
  const postgres = await startPostgres();
  try {
    const violations = [
      print("the mock on a file", await torture({ database: `file:${join(folder, "mock.sqlite")}`, kills, seed })),
      print("the mock on Postgres", await torture({ database: (await createDatabase(postgres.url)).url, kills, seed })),
      print("Postgres", await tortureDatabase({ database: (await createDatabase(postgres.url)).url, kills, seed })),
    ];
    return violations.some((count) => count > 0) ? 1 : 0;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function print(victim: string, { acknowledged, unacknowledged, written, violations }: TortureReport): number {
  console.log(
    `${victim}: ${acknowledged} writes acknowledged, ${unacknowledged} not (of which ${written} were written), ${violations.length} violations`,
  );
  for (const violation of violations.slice(0, 20)) console.log(`  ${violation}`);
  return violations.length;
}

await runCommand(main);
