import { rm } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { copyOfRepository } from "../repositoryCopy.ts";
import { startDev } from "../tests/commands/devSession.ts";
import { judged, median, printTable } from "./table.ts";

const rounds = 7;
const file = "spec/tickets/archive.yaml";
const pauseMs = 5_000;

/** Measures the time from an edit in the spec to a response that shows the edit. Runs in a copy of the repository. */
export async function benchDev(): Promise<void> {
  const folder = await copyOfRepository();
  try {
    const dev = await startDev(folder);
    const times: number[] = [];
    try {
      let current = "Archive a ticket";
      for (let round = 0; round < rounds; round += 1) {
        await setTimeout(pauseMs);
        const next = `Archive ticket ${round}`;
        const start = performance.now();
        await dev.edit(file, `summary: ${current}`, `summary: ${next}`);
        while (!(await (await fetch(`${dev.url}/openapi.json`)).text()).includes(next)) await setTimeout(5);
        times.push(performance.now() - start);
        current = next;
      }
    } finally {
      await dev.interrupt();
    }
    const [first = Number.NaN, ...others] = times;
    printTable(
      `pnpm dev: from an edit in spec/ to a response that shows it (median of ${others.length} after the first)`,
      ["", "ms", "target"],
      [
        ["first edit", first.toFixed(0), ""],
        ["median edit", median(others).toFixed(0), judged(median(others), 2000, "at most")],
        ["slowest edit", Math.max(...others).toFixed(0), judged(Math.max(...others), 2000, "at most")],
      ],
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
