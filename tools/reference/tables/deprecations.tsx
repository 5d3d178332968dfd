import { sunsetInterfaces } from "@crm-platform/types";
import type { Facts } from "../facts.ts";
import { Day, Lines, type Markup, OperationLink, type Row, Table } from "./table.tsx";

export function DeprecatedTable({ operations }: Facts): Markup {
  const rows = operations
    .filter(({ deprecated }) => deprecated)
    .map(
      (operation): Row => ({
        id: `deprecated-${operation.id}`,
        cells: [
          <OperationLink operation={operation} />,
          operation.sunset?.date ? <Day date={operation.sunset.date} /> : "not announced",
          operation.sunset?.replacement ?? "not announced",
        ],
      }),
    );
  return <Table caption="Deprecated operations" head={["Operation", "Ends on", "Use instead"]} rows={rows} />;
}

export function SunsetTable(): Markup {
  const rows = sunsetInterfaces.map(
    ({ name, date, replacement, pathPrefixes }): Row => ({
      id: `sunset-${name.toLowerCase().replaceAll(/\W+/g, "-")}`,
      cells: [name, <Day date={date} />, replacement ?? "nothing", <Lines of={pathPrefixes.map((prefix) => <code>{prefix}</code>)} />],
    }),
  );
  return (
    <Table
      caption="Sunset interfaces, which return 410"
      head={["Interface", "Ended on", "Use instead", "Paths that begin with"]}
      rows={rows}
    />
  );
}
