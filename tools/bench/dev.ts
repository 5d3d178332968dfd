import { rm } from "node:fs/promises";
import { copyOfRepository } from "../repositoryCopy.ts";
import { startDev } from "../tests/commands/devSession.ts";
import { judged, median, printTable } from "./library/measure.ts";

const rounds = 7;
const file = "spec/tickets/archive.yaml";

/** Measures the time from an edit in the spec to a response that shows the edit. Runs in a copy of the repository. */
export async function benchDev(): Promise<void> {
  await using cleanup = new AsyncDisposableStack();
  const folder = cleanup.adopt(await copyOfRepository(), (copy) => rm(copy, { recursive: true, force: true }));
  const dev = cleanup.adopt(await startDev(folder), (session) => session.interrupt());
  const times: number[] = [];
  let current = "Archive a ticket";
  for (let round = 0; round < rounds; round += 1) {
    await dev.waitForOutput("The reference is up to date.");
    const next = `Archive ticket ${round}`;
    const start = performance.now();
    await dev.edit(file, `summary: ${current}`, `summary: ${next}`, "the mock is up to date");
    const document = await (await fetch(`${dev.url}/openapi.json`)).text();
    times.push(performance.now() - start);
    if (!document.includes(next)) throw new Error(`The document does not contain "${next}".`);
    current = next;
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
}
