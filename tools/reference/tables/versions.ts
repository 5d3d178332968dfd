import { compareVersions, describeDifferences, type OpenApiDocument, VersionTable } from "@crm-platform/mock/contract";
import type { Facts } from "../facts.ts";
import { code, dayOf, lines, operationLink, prose, table } from "../markdown.ts";

export function versionsTable({ document }: Facts): string {
  const interfaces = Object.entries((document as unknown as OpenApiDocument)["x-versions"]?.interfaces ?? {});
  const versionTable = new VersionTable(document as unknown as OpenApiDocument);
  const rows = interfaces.map(([name, owner]) => {
    const versions = versionTable.rows.filter((row) => row.owner === owner).sort((one, other) => compareVersions(one.name, other.name));
    const prefixes = versions.map(({ prefix, ends }) => `${code(prefix)}${ends === undefined ? "" : ` until ${dayOf(ends)}`}`);
    return { id: `version-${name.toLowerCase().replaceAll(/\W+/g, "-")}`, cells: [name, lines(prefixes)] };
  });
  return table({ head: ["Interface", "Paths that begin with, oldest first"], rows });
}

/** Lists the operations of an older version with the described ones that replace them. */
export function migrationTable({ operations }: Facts, version: string): string {
  const rows = operations.flatMap((operation) => {
    const older = operation.versions.find(({ version: { name } }) => name === version);
    if (!older) return [];
    const cells = [
      code(`${older.method} ${older.path}`),
      lines([operationLink(operation), code(operation.path)]),
      lines(describeDifferences(older.version.differences).map(prose)),
      older.sunset?.date ? dayOf(older.sunset.date) : "",
    ];
    return [{ id: `from-${version}-${operation.id}`, cells }];
  });
  return table({ head: [`In ${version}`, "In the described version", `Only in ${version}`, "Ends on"], rows });
}
