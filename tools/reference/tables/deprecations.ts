import { sunsetInterfaces } from "@crm-platform/types";
import type { Facts } from "../facts.ts";
import { code, dayOf, lines, operationLink, table } from "../markdown.ts";

export function deprecatedTable({ operations }: Facts): string {
  const rows = operations
    .filter(({ deprecated }) => deprecated)
    .map((operation) => ({
      id: `deprecated-${operation.id}`,
      cells: [
        operationLink(operation),
        operation.sunset?.date ? dayOf(operation.sunset.date) : "not announced",
        operation.sunset?.replacement ?? "not announced",
      ],
    }));
  return table({ head: ["Operation", "Ends on", "Use instead"], rows });
}

export function sunsetTable(): string {
  const rows = sunsetInterfaces.map(({ name, date, replacement, pathPrefixes }) => ({
    id: `sunset-${name.toLowerCase().replaceAll(/\W+/g, "-")}`,
    cells: [name, dayOf(date), replacement ?? "nothing", lines(pathPrefixes.map(code))],
  }));
  return table({ head: ["Interface", "Ended on", "Use instead", "Paths that begin with"], rows });
}
