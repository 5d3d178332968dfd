import { scopes } from "@crm-platform/types";
import type { AreaFacts, Facts, OperationFacts } from "../facts.ts";
import { Lines, type Markup, OperationLink, Table } from "./table.tsx";

/** Every scope, what it allows in words, and the operations that it opens. */
export function ScopesTable({ areas, operations }: Facts): Markup {
  const rows = Object.entries(scopes).map(([scope, text]) => {
    const opened = operations.filter((operation) => operation.scopes.includes(scope));
    return { id: `scope-${scope}`, cells: [<code>{scope}</code>, text, <Opened areas={areas} opened={opened} />] };
  });
  return <Table caption={`All ${rows.length} scopes`} head={["Scope", "What the user allows", "Operations it opens"]} rows={rows} />;
}

/** The operations by name, or the area where all of its operations are meant. */
function Opened({ areas, opened }: { readonly areas: readonly AreaFacts[]; readonly opened: readonly OperationFacts[] }) {
  const links = areas.flatMap((area) => {
    const own = opened.filter((operation) => operation.area === area.name);
    if (own.length > 1 && own.length === area.operations.length) return [<a href={area.href}>{`all of ${area.title}`}</a>];
    return own.map((operation) => <OperationLink operation={operation} />);
  });
  return <Lines of={links} />;
}

/** What an operation needs: its scopes, or how it does without an access token. */
export function NeedsTable({ areas, operations }: Facts): Markup {
  const titles = new Map(areas.map(({ name, title }) => [name, title]));
  const rows = operations.map((operation) => ({
    cells: [<OperationLink operation={operation} />, titles.get(operation.area) ?? "", needs(operation)],
  }));
  return <Table caption="What each operation needs" head={["Operation", "Area", "Scopes"]} rows={rows} />;
}

function needs({ authentication, scopes: list }: OperationFacts) {
  if (authentication === "none") return "no access token";
  const [first = "", ...others] = list;
  if (others.length === 0) return <code>{first}</code>;
  return `any one of ${list.length} scopes`;
}
