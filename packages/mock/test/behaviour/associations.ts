import { batchRows } from "./associations/batches.ts";
import { labelRows } from "./associations/labels.ts";
import { limitRows } from "./associations/limits.ts";
import { recordRows } from "./associations/records.ts";
import type { Rows } from "./rows.ts";

export const rows: Rows = { ...recordRows, ...batchRows, ...labelRows, ...limitRows };
