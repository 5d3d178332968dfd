import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { batchRead, meetings } from "./library/loads.ts";
import { judged, mediansOf, printTable } from "./library/measure.ts";
import { loadServer, seed, startMock } from "./library/servers.ts";

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
  const start = async (records: number) => {
    const server = servers.use(await startMock("--demo", "--database", database(records)));
    for (let from = 0; from < records; from += 5_000) await seed(server, meetings(from, Math.min(from + 5_000, records)));
    await loadServer(server, batchRead(inputs, records), 1);
    return () => loadServer(server, batchRead(inputs, records), secondsARound);
  };
  const rates = await mediansOf(rounds, { few: await start(few), many: await start(many) });
  const [[amongFew = Number.NaN], [amongMany = Number.NaN]] = [rates.few, rates.many];
  const ratio = amongFew / amongMany;
  return [name, amongFew.toFixed(0), amongMany.toFixed(0), ratio.toFixed(2), judged(ratio, 1.3, "at most")];
}
