import type { Facts } from "../facts.ts";
import { builtInTable } from "./builtIn.tsx";
import { AssociationTypesTable, EventPropertiesTable, RulesTable, SendResultsTable } from "./data.tsx";
import { DeprecatedTable, SunsetTable } from "./deprecations.tsx";
import { ErrorsTable, OAuthErrorsTable } from "./errors.tsx";
import { CompanionsTable, FidelityTables, GradesTable } from "./fidelity.tsx";
import { BatchSizesTable, LengthsTable, PageSizesTable, PaginationTable } from "./limits.tsx";
import { NeedsTable, ScopesTable } from "./scopes.tsx";
import type { Markup } from "./table.tsx";
import { migrationTable, VersionsTable } from "./versions.tsx";

const rules =
  (caption: string, ...beginsWith: readonly string[]) =>
  (): Markup => <RulesTable caption={caption} beginsWith={beginsWith} />;

const builtInTypes = [
  ...["contacts", "companies", "deals", "tickets", "products", "line_items", "quotes", "carts"],
  ...["calls", "communications", "emails", "meetings", "notes", "postal_mail", "tasks", "listings", "appointments", "all"],
];

/** A guide includes a table with `<!-- table: name -->`. */
export const tables: Readonly<Record<string, (facts: Facts) => Markup>> = {
  scopes: ScopesTable,
  needs: NeedsTable,
  "batch-sizes": BatchSizesTable,
  "page-sizes": PageSizesTable,
  pagination: PaginationTable,
  lengths: LengthsTable,
  errors: ErrorsTable,
  "oauth-errors": OAuthErrorsTable,
  deprecated: DeprecatedTable,
  sunset: SunsetTable,
  versions: VersionsTable,
  "from-v3": migrationTable("v3"),
  "from-v4": migrationTable("v4"),
  "from-2025-09": migrationTable("2025-09"),
  "association-types": AssociationTypesTable,
  "event-properties": EventPropertiesTable,
  ...Object.fromEntries(builtInTypes.map((type) => [`properties-${type}`, builtInTable(type)])),
  "send-results": SendResultsTable,
  grades: GradesTable,
  companions: CompanionsTable,
  fidelity: FidelityTables,
  "limit-rules": rules("How requests are counted", "limit-"),
  "primary-rules": rules("The primary company", "associations-v3-primary", "associations-v3-one-primary", "associations-v3-unlabeled"),
  "history-rules": rules("Histories", "meetings-histor", "meetings-with-histor"),
  "no-object-rules": rules("Events without an object", "events-no-object", "events-matching-without-object"),
  "send-id-rules": rules("The sendId", "send-id-"),
};
