import { accessRows } from "./records/access.ts";
import { batchRows } from "./records/batches.ts";
import { mergeRows } from "./records/merge.ts";
import { readRows } from "./records/read.ts";
import { searchRows } from "./records/search.ts";
import { valueRows } from "./records/values.ts";
import { writeRows } from "./records/write.ts";
import type { Rows } from "./rows.ts";

export const rows: Rows = { ...accessRows, ...readRows, ...writeRows, ...valueRows, ...batchRows, ...mergeRows, ...searchRows };
