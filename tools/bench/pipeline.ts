import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operationTable } from "@crm-platform/types";
import { foreignJob, type Job, run } from "../pipeline/pipeline.ts";
import { repository } from "../repository.ts";
import { largeDocument } from "../tests/pipeline/documents.ts";
import { median, printTable } from "./table.ts";

const rounds = 3;
const sizes = [250, 500, 1000];

/** Omits the last stage, which writes the files. */
export async function benchPipeline(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "crm-platform-bench-"));
  const generated = await Promise.all(
    sizes.map(async (operations) => {
      const document = join(folder.path, `large${operations}.json`);
      await writeFile(document, JSON.stringify(largeDocument(operations)));
      return { name: `generated, ${operations} operations`, operations, job: foreignJob(document, "", "") };
    }),
  );
  const operations = Object.keys(operationTable).length;
  const { control: _control, behaviors: _behaviors, ...platform } = repository;
  const ours = { name: `ours, ${operations} operations`, operations, job: platform };
  const rows = [];
  for (const { name, operations, job: measured } of [ours, ...generated])
    rows.push({ name, operations, milliseconds: await time(measured) });
  const smallest = rows[1]?.milliseconds ?? Number.NaN;
  printTable(
    `Pipeline: lint, bundle, lint, model, emit (median of ${rounds})`,
    ["document", "ms", "ms per operation", `relative to ${sizes[0]} operations`],
    rows.map(({ name, operations, milliseconds }) => [
      name,
      milliseconds.toFixed(0),
      (milliseconds / operations).toFixed(2),
      (milliseconds / smallest).toFixed(2),
    ]),
  );
}

async function time(measured: Job): Promise<number> {
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    await run(measured);
    times.push(performance.now() - start);
  }
  return median(times);
}
