/**
 * pnpm fuzz [--runs N] [--seed N] [--world N]: sends valid and invalid requests to the mock, in memory, on a file and on Postgres, and
 * prints wrong responses. Exits with 1 if it finds any. To reproduce a finding, pass its seed and its world.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWords, runCommand } from "../../../../tools/commandLine.ts";
import { createDatabase, startPostgres } from "../store/postgres.ts";
import { type Finding, type FuzzReport, fuzz } from "./fuzz.ts";

const shown = 30;

async function main(): Promise<number> {
  const { values } = readWords("Usage: npx pnpm fuzz [--runs N] [--seed N] [--world N]", {
    runs: { type: "string" },
    seed: { type: "string" },
    world: { type: "string" },
  });
  const runs = Number(values.runs ?? 50_000);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  console.log(`${runs} requests, seed ${seed}`);

  const folder = await mkdtemp(join(tmpdir(), "crm-platform-fuzz-"));
  const postgres = await startPostgres();
  try {
    const { url } = await createDatabase(postgres.url);
    const databases = ["memory", url, "memory", `file:${join(folder, "mock.sqlite")}`];
    const report = await fuzz({ runs, seed, databases, ...(values.world === undefined ? {} : { only: Number(values.world) }) });
    print(report, seed);
    return report.findings.length > 0 ? 1 : 0;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function print({ findings, counts, operations, slowest }: FuzzReport, seed: number): void {
  for (const [ending, count] of Object.entries(counts).sort()) console.log(`${String(count).padStart(8)}  ${ending}`);
  console.log(`${Object.keys(operations).length} operations, slowest response ${Math.round(slowest.ms)} ms: ${slowest.request}`);
  const kinds = new Map<string, Finding[]>();
  for (const finding of findings) {
    const kind = `${finding.operation}: ${finding.what}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), finding]);
  }
  for (const [kind, [first, ...others]] of [...kinds].slice(0, shown)) {
    console.log(`\n${kind} (${others.length + 1} times, first in world ${first?.world})\n  ${first?.request}\n  ${first?.detail}`);
  }
  console.log(`\n${findings.length} findings, seed ${seed}`);
}

await runCommand(main);
