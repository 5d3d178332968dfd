import type { Facts } from "../facts.ts";
import { propertyPagesTable } from "./builtIn.ts";
import { associationTypesTable, eventPropertiesTable, rulesTable, sendResultsTable } from "./data.ts";
import { deprecatedTable, sunsetTable } from "./deprecations.ts";
import { errorsTable, oauthErrorsTable } from "./errors.ts";
import { companionsTable, fidelityTable, gradesTable } from "./fidelity.ts";
import { batchSizesTable, lengthsTable, pageSizesTable, paginationTable } from "./limits.ts";
import { needsTable, scopesTable } from "./scopes.ts";
import { migrationTable, versionsTable } from "./versions.ts";

/** A guide includes a table with `<!-- table: name -->`. */
export const tables: Readonly<Record<string, (facts: Facts) => string>> = {
  scopes: scopesTable,
  needs: needsTable,
  "batch-sizes": batchSizesTable,
  "page-sizes": pageSizesTable,
  pagination: paginationTable,
  lengths: lengthsTable,
  errors: errorsTable,
  "oauth-errors": oauthErrorsTable,
  deprecated: deprecatedTable,
  sunset: sunsetTable,
  versions: versionsTable,
  "from-v3": (facts) => migrationTable(facts, "v3"),
  "from-v4": (facts) => migrationTable(facts, "v4"),
  "from-2025-09": (facts) => migrationTable(facts, "2025-09"),
  "association-types": associationTypesTable,
  "event-properties": eventPropertiesTable,
  "property-pages": propertyPagesTable,
  "send-results": sendResultsTable,
  grades: gradesTable,
  companions: companionsTable,
  fidelity: fidelityTable,
  "limit-rules": () => rulesTable("limit-"),
  "primary-rules": () => rulesTable("associations-v3-primary", "associations-v3-one-primary", "associations-v3-unlabeled"),
  "history-rules": () => rulesTable("meetings-histor", "meetings-with-histor"),
  "no-object-rules": () => rulesTable("events-no-object", "events-matching-without-object"),
  "send-id-rules": () => rulesTable("send-id-"),
};
