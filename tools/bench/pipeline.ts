import { readFile } from "node:fs/promises";
import { operationTable } from "@crm-platform/types";
import type { Document } from "../openapi/document.ts";
import { emit } from "../pipeline/emit/emit.ts";
import { describeBundle, run } from "../pipeline/pipeline.ts";
import { repository } from "../repository.ts";
import { largeDocument } from "../tests/pipeline/documents.ts";
import { median, printTable } from "./table.ts";

const rounds = 3;
const sizes = [250, 500, 1000];

/** Omits the last stage, which writes the files. */
export async function benchPipeline(): Promise<void> {
  const control = describeBundle(JSON.parse(await readFile("packages/mock/src/generated/control/openapi.json", "utf8")) as Document);
  const operations = Object.keys(operationTable).length;
  const all = { name: "ours, all stages", operations, milliseconds: await time(() => run(repository)) };
  const rows = [];
  for (const size of sizes) {
    const document = largeDocument(size) as Document;
    const milliseconds = await time(() => emit({ ...describeBundle(structuredClone(document)), control, behaviors: [] }));
    rows.push({ name: "generated, model and emit", operations: size, milliseconds });
  }
  const smallest = rows[0]?.milliseconds ?? Number.NaN;
  printTable(
    `Pipeline (median of ${rounds})`,
    ["document", "operations", "ms", "ms per operation", `relative to ${sizes[0]} operations`],
    [all, ...rows].map((row) => [
      row.name,
      String(row.operations),
      row.milliseconds.toFixed(0),
      (row.milliseconds / row.operations).toFixed(2),
      row === all ? "" : (row.milliseconds / smallest).toFixed(2),
    ]),
  );
}

async function time(work: () => unknown): Promise<number> {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}
