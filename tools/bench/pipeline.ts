import { readFile } from "node:fs/promises";
import { operationTable } from "@crm-platform/types";
import type { Document } from "../openapi/document.ts";
import { emit } from "../pipeline/emit/emit.ts";
import { describeBundle, run } from "../pipeline/pipeline.ts";
import { repository } from "../repository.ts";
import { largeDocument } from "../tests/pipeline/documents.ts";
import { mediansOf, printTable, timeOf } from "./library/measure.ts";

const rounds = 3;
const sizes = [250, 500, 1000];

/** Omits the last stage, which writes the files. */
export async function benchPipeline(): Promise<void> {
  const control = describeBundle(JSON.parse(await readFile("packages/mock/src/generated/control/openapi.json", "utf8")) as Document);
  const operations = Object.keys(operationTable).length;
  const large = sizes.map((size) => ({ size, document: largeDocument(size) as Document }));
  const works = [
    { name: "ours, all stages", operations, work: () => run(repository) },
    ...large.map(({ size, document }) => ({
      name: "generated, model and emit",
      operations: size,
      work: () => emit({ ...describeBundle(structuredClone(document)), control, behaviors: [], builtIn: new Map() }),
    })),
  ];
  const times = await mediansOf(rounds, Object.fromEntries(works.map(({ work }, index) => [index, async () => [await timeOf(work)]])));
  const rows = works.map((row, index) => ({ ...row, milliseconds: times[index]?.[0] ?? Number.NaN }));
  const smallest = rows[1]?.milliseconds ?? Number.NaN;
  printTable(
    `Pipeline (median of ${rounds})`,
    ["document", "operations", "ms", "ms per operation", `relative to ${sizes[0]} operations`],
    rows.map((row, index) => [
      row.name,
      String(row.operations),
      row.milliseconds.toFixed(0),
      (row.milliseconds / row.operations).toFixed(2),
      index === 0 ? "" : (row.milliseconds / smallest).toFixed(2),
    ]),
  );
}
