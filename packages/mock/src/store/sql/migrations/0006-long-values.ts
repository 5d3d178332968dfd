import type { Migration } from "./migration.ts";

/** Adds a column for long values in full, for sorting and ranges. Empties the index, which `migrate` fills again. */
export const longValues: Migration = ({ keyText }) => [
  `alter table search_values add column long_value ${keyText}`,
  ...["search_records", "search_values", "search_tokens", "search_pending"].map((table) => `delete from ${table}`),
];
