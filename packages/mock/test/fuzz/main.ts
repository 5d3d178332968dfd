/**
 * pnpm fuzz [--runs N] [--seed N] [--world N]: sends valid and invalid requests to mocks in memory, on a file and on Postgres, and prints
 * wrong and different responses. Exits with 1 if it finds any. To reproduce a finding, pass its seed and its world.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWords, runCommand } from "../../../../tools/commandLine.ts";
import { createDatabase, startPostgres } from "../store/postgres.ts";
import { type FuzzReport, fuzz } from "./fuzz.ts";

const maxKinds = 30;

async function main(): Promise<number> {
  const { values } = readWords("Usage: npx pnpm fuzz [--runs N] [--seed N] [--world N]", {
    runs: { type: "string" },
    seed: { type: "string" },
    world: { type: "string" },
  });
  const runs = Number(values.runs ?? 20_000);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
  console.log(`${runs} requests, seed ${seed}`);
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-fuzz-"));
  const postgres = await startPostgres();
  try {
    const { url } = await createDatabase(postgres.url);
    const databases = ["memory", `file:${join(folder, "mock.sqlite")}`, url];
    const report = await fuzz({ runs, seed, databases, only: values.world === undefined ? undefined : Number(values.world) });
    print(report, runs, seed);
    return report.findings.length > 0 ? 1 : 0;
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function print({ findings, counts, unreached }: FuzzReport, runs: number, seed: number): void {
  for (const [outcome, count] of Object.entries(counts).sort()) console.log(`${String(count).padStart(8)}  ${outcome}`);
  if (unreached.size > 0) console.log(`Operations without requests: ${[...unreached].join(", ")}`);
  const kinds = new Map(findings.map((finding) => [`${finding.operation}: ${finding.problem}`, finding]));
  for (const [kind, { request, detail, world }] of [...kinds].slice(0, maxKinds)) {
    console.log(`\n${kind}\n  ${request}\n  ${detail}`);
    console.log(`  To repeat it: npx pnpm fuzz --runs ${runs} --seed ${seed} --world ${world}`);
  }
  console.log(`\n${findings.length} findings, seed ${seed}`);
}

await runCommand(main);
