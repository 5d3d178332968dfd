import type { Migration } from "./migration.ts";

/** Version 0.1.0 called an account's generation its mark, and the fault effect `dropResponse` was `loseAnswer`. */
export const plainNames: Migration = () => [
  "alter table accounts rename column mark to generation",
  `update documents set document = replace(document, '"type":"loseAnswer"', '"type":"dropResponse"')
     where collection in ('fault', 'endedFault')`,
];
