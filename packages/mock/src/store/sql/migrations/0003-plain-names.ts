import type { Migration } from "./migration.ts";

/**
 * Renames a column and a fault effect. In version 0.1.0, the generation of an account was named `mark`, and `dropResponse` was named
 * `loseAnswer`.
 */
export const plainNames: Migration = () => [
  "alter table accounts rename column mark to generation",
  `update documents set document = replace(document, '"type":"loseAnswer"', '"type":"dropResponse"')
     where collection in ('fault', 'endedFault')`,
];
