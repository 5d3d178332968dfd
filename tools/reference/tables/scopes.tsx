import { scopes } from "@crm-platform/types";
import type { AreaFacts, Facts, OperationFacts } from "../facts.ts";
import { Lines, type Markup, OperationLink, Table } from "./table.tsx";

export function ScopesTable({ areas, operations }: Facts): Markup {
  const rows = Object.entries(scopes).map(([scope, text]) => {
    const scopeOperations = operations.filter((operation) => operation.scopes.includes(scope));
    return { id: `scope-${scope}`, cells: [<code>{scope}</code>, text, <OperationLinks areas={areas} operations={scopeOperations} />] };
  });
  return <Table caption={`All ${rows.length} scopes`} head={["Scope", "What it allows", "Operations"]} rows={rows} />;
}

/** If all operations of an area are included, shows the area's name instead. */
function OperationLinks({ areas, operations }: { readonly areas: readonly AreaFacts[]; readonly operations: readonly OperationFacts[] }) {
  const links = areas.flatMap((area) => {
    const own = operations.filter((operation) => operation.area === area.name);
    if (own.length > 1 && own.length === area.operations.length) return [<a href={area.href}>{`all of ${area.title}`}</a>];
    return own.map((operation) => <OperationLink operation={operation} />);
  });
  return <Lines of={links} />;
}

export function NeedsTable({ areas, operations }: Facts): Markup {
  const titles = new Map(areas.map(({ name, title }) => [name, title]));
  const rows = operations.map((operation) => ({
    cells: [<OperationLink operation={operation} />, titles.get(operation.area) ?? "", needs(operation)],
  }));
  return <Table caption="Scopes by operation" head={["Operation", "Area", "Scopes"]} rows={rows} />;
}

function needs({ authentication, scopes: list }: OperationFacts) {
  if (authentication === "none") return "no access token";
  const [first = "", ...others] = list;
  if (others.length === 0) return <code>{first}</code>;
  return `any one of ${list.length} scopes`;
}
