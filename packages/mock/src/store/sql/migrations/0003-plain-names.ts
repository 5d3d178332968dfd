import type { Migration } from "./migration.ts";
import { renameAreas } from "./renamedAreas.ts";

/** The operations whose ids changed after version 0.1.0: the area in that version, the current area, and the names in both. */
const renamedAreas = [
  { from: "associations", to: "associationsV3", names: ["listTypes", "batchCreate", "batchRead", "batchArchive"] },
  { from: "legacyAssociations", to: "associationsV1", names: ["create", "batchCreate", "delete", "batchDelete", "list"] },
  { from: "oauth", to: "oauthV1", names: ["createToken", "getAccessToken", "deleteRefreshToken"] },
];

/** In version 0.1.0, the generation of an account was named `mark`, and `dropResponse` was named `loseAnswer`. */
export const plainNames: Migration = () => [
  "alter table accounts rename column mark to generation",
  `update documents set document = replace(document, '"type":"loseAnswer"', '"type":"dropResponse"')
     where collection in ('fault', 'endedFault')`,
  ...renameAreas(renamedAreas),
];
