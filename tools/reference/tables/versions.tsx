import { compareVersions, describeDifferences, type OpenApiDocument, VersionTable } from "@crm-platform/mock/contract";
import type { Facts } from "../facts.ts";
import { Day, Lines, type Markup, OperationLink, Prose, type Row, Table } from "./table.tsx";

export function VersionsTable({ document }: Facts): Markup {
  const interfaces = Object.entries((document as unknown as OpenApiDocument)["x-versions"]?.interfaces ?? {});
  const { rows } = new VersionTable(document as unknown as OpenApiDocument);
  const cells = interfaces.map(([name, owner]): Row => {
    const versions = rows.filter((row) => row.owner === owner).sort((one, other) => compareVersions(one.name, other.name));
    return {
      id: `version-${name.toLowerCase().replaceAll(/\W+/g, "-")}`,
      cells: [
        name,
        <Lines
          of={versions.map(({ prefix, ends }) => (
            <>
              <code>{prefix}</code>
              {ends === undefined ? (
                ""
              ) : (
                <>
                  {" "}
                  until <Day date={ends} />
                </>
              )}
            </>
          ))}
        />,
      ],
    };
  });
  return <Table caption="The versions of each interface, oldest first" head={["Interface", "Paths that begin with"]} rows={cells} />;
}

/** Lists the operations of an older version with the described ones that replace them. */
export function migrationTable(version: string): (facts: Facts) => Markup {
  return ({ operations }) => {
    const rows = operations.flatMap((operation): Row[] => {
      const older = operation.versions.find(({ version: { name } }) => name === version);
      if (!older) return [];
      return [
        {
          id: `from-${version}-${operation.id}`,
          cells: [
            <code>{`${older.method} ${older.path}`}</code>,
            <Lines of={[<OperationLink operation={operation} />, <code>{operation.path}</code>]} />,
            <Lines of={describeDifferences(older.version.differences).map((text) => <Prose text={text} />)} />,
            older.sunset?.date ? <Day date={older.sunset.date} /> : "",
          ],
        },
      ];
    });
    const head = [`In ${version}`, "In the described version", `Only in ${version}`, "Ends on"];
    return <Table caption={`From ${version} to the described version`} head={head} rows={rows} />;
  };
}
