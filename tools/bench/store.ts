import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadServer, seed } from "./load.ts";
import { batchRead, demoAccountId, getDomain, meetings } from "./loads.ts";
import { mockCommand, type RunningServer, startServer } from "./server.ts";
import { judged, median, printTable } from "./table.ts";

const few = 1_000;
const many = 1_000_000;
const inputs = 100;
const rounds = 5;
const secondsARound = 2;

export async function benchStore(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "crm-platform-bench-"));
  const rows = [
    await compare("memory", () => "memory"),
    await compare("file", (records) => `file:${join(folder.path, `${records}.sqlite`)}`),
  ];
  printTable(
    `Store: batch read of ${inputs}, spread over all records (requests/s, median of ${rounds} rounds of ${secondsARound} s)`,
    ["store", `among ${few}`, `among ${many}`, "times as long", "target"],
    rows,
  );
}

async function compare(name: string, database: (records: number) => string): Promise<string[]> {
  await using servers = new AsyncDisposableStack();
  const rates: { records: number; server: RunningServer; list: number[] }[] = [];
  for (const records of [few, many]) {
    const command = (port: number) => [mockCommand, "start", "--demo", "--port", String(port), "--database", database(records)];
    const server = servers.use(await startServer(command, getDomain));
    for (let from = 0; from < records; from += 5_000) await seed(server, demoAccountId, meetings(from, Math.min(from + 5_000, records)));
    await loadServer(server, batchRead(inputs, records), 1);
    rates.push({ records, server, list: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { records, server, list } of rates) {
      list.push((await loadServer(server, batchRead(inputs, records), secondsARound)).requestsASecond);
    }
  }
  const [amongFew = Number.NaN, amongMany = Number.NaN] = rates.map(({ list }) => median(list));
  const ratio = amongFew / amongMany;
  return [name, amongFew.toFixed(0), amongMany.toFixed(0), ratio.toFixed(2), judged(ratio, 1.3, "at most")];
}
