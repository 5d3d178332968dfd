import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Contestant, installRival, ownContestants } from "./rivals/contestants.ts";
import { measureBundle, measureTypes, timeFirstCall, writeFirstCall } from "./rivals/measure.ts";
import { incumbent, rivals } from "./rivals/rivals.ts";
import { startServer } from "./server.ts";
import { median, printTable } from "./table.ts";

const rounds = 15;

/** Compares the client with others, which npm installs for it into a folder that goes away. */
export async function benchRivals(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "crm-platform-rivals-"));
  try {
    const contestants = await installAll(folder);
    const times = await timeFirstCalls(contestants);
    const rows = [];
    for (const [index, contestant] of contestants.entries()) rows.push([...(await row(contestant, index)), (times[index] ?? 0).toFixed(0)]);
    printTable(
      `Rivals: one call (1 KB is 1,000 bytes; first call: median of ${rounds} new processes, from their start to the answer)`,
      [
        "client",
        "KiB unpacked",
        "KiB on disk",
        "packages",
        "KB minified",
        "KB gzip",
        "types / instantiations",
        "from sources",
        "first call ms",
      ],
      rows,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function installAll(folder: string): Promise<Contestant[]> {
  const place = async (name: string): Promise<string> => {
    await mkdir(join(folder, name));
    return join(folder, name);
  };
  const own = await ownContestants(await place("floor"), await place("ours"));
  try {
    const others = [];
    const isNamed = process.env["INCUMBENT"] !== undefined;
    if (!isNamed) console.log("The incumbent is left out: INCUMBENT=npm:NAME@VERSION names its package.\n");
    const chosen = rivals.filter(({ packages }) => isNamed || !packages.includes(incumbent));
    for (const [index, rival] of chosen.entries()) others.push(await installRival(rival, await place(`rival${index}`)));
    return [...others, ...own];
  } catch (error) {
    console.log(`The rivals cannot be installed, so only ours is measured: ${(error as Error).message.split("\n")[0]}\n`);
    return own;
  }
}

/** In turns, so that a slow moment of the machine meets all. */
async function timeFirstCalls(contestants: readonly Contestant[]): Promise<number[]> {
  const body = JSON.stringify({ id: "610001", domain: "www.haldeninstruments.example" });
  const server = await startServer((port) => ["tools/bench/plain.ts", String(port), body], {
    path: "/",
    request: { method: "GET", headers: {} },
  });
  try {
    const times = contestants.map((): number[] => []);
    const files = await Promise.all(contestants.map((one, index) => writeFirstCall(one, `call${index}`, new URL(server.url))));
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, file] of files.entries()) times[index]?.push(await timeFirstCall(file));
    }
    return times.map(median);
  } finally {
    await server.stop();
  }
}

async function row(contestant: Contestant, index: number): Promise<string[]> {
  const { title, install } = contestant;
  const { minifiedBytes, gzipBytes, isForBrowsers } = await measureBundle(contestant);
  const { published, sources } = await measureTypes(contestant, `types${index}`);
  return [
    title,
    install?.unpackedKib.toFixed(0) ?? "–",
    install?.onDiskKib.toFixed(0) ?? "–",
    install?.packages.toFixed(0) ?? "–",
    (minifiedBytes / 1000).toFixed(1),
    (gzipBytes / 1000).toFixed(1) + (isForBrowsers ? "" : " (Node only)"),
    `${published.types} / ${published.instantiations}`,
    sources ? `${sources.types} / ${sources.instantiations}` : "–",
  ];
}
