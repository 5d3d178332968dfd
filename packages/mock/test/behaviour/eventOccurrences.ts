import { limitRows } from "./eventOccurrences/limits.ts";
import { readingRows } from "./eventOccurrences/reading.ts";
import { sendingRows } from "./eventOccurrences/sending.ts";
import type { Rows } from "./rows.ts";

export const rows: Rows = { ...sendingRows, ...limitRows, ...readingRows };
