import { scopes } from "@crm-platform/types";
import type { AreaFacts, Facts, OperationFacts } from "../facts.ts";
import { code, lines, operationLink, table } from "../markdown.ts";

export function scopesTable({ areas, operations }: Facts): string {
  const rows = Object.entries(scopes).map(([scope, text]) => {
    const scopeOperations = operations.filter((operation) => operation.scopes.includes(scope));
    return { id: `scope-${scope}`, cells: [code(scope), text, lines(operationLinks(areas, scopeOperations))] };
  });
  return table({ head: ["Scope", "What it allows", "Operations"], rows });
}

/** If all operations of an area are included, returns the area's name instead. */
function operationLinks(areas: readonly AreaFacts[], operations: readonly OperationFacts[]): string[] {
  return areas.flatMap((area) => {
    const own = operations.filter((operation) => operation.area === area.name);
    if (own.length > 1 && own.length === area.operations.length) return [`[all of ${area.title}](${area.href})`];
    return own.map(operationLink);
  });
}

export function needsTable({ areas, operations }: Facts): string {
  const titles = new Map(areas.map(({ name, title }) => [name, title]));
  const rows = operations.map((operation) => ({
    cells: [operationLink(operation), titles.get(operation.area) ?? "", needs(operation)],
  }));
  return table({ head: ["Operation", "Area", "Scopes"], rows });
}

function needs({ authentication, scopes: list }: OperationFacts): string {
  if (authentication === "none") return "no access token";
  const [first = "", ...others] = list;
  return others.length === 0 ? code(first) : `any one of ${list.length} scopes`;
}
