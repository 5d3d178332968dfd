import type { Hono } from "hono";
import type { CalledVersion } from "../../generated/control/schemas.ts";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { type Column, Table } from "./components/table.tsx";
import { Cut } from "./components/text.tsx";
import { addPage } from "./page.tsx";

const maxTextLength = 500;

export function addVersions(app: Hono<Bindings>, { control }: Parts): void {
  addPage(app, "/versions", {
    section: "versions",
    render: async () => ({
      title: "Versions",
      children: (
        <Table
          caption="The versions that were called since the mock started. Those that end first come first."
          columns={columns}
          items={await control.versions()}
          empty="No calls yet. Send requests to this mock, and this page lists the versions that your program uses and when they end."
        />
      ),
    }),
  });
}

const columns: readonly Column<CalledVersion>[] = [
  {
    title: "Call",
    cell: ({ method, path }) => (
      <code>
        {method} {path}
      </code>
    ),
  },
  { title: "Operation", cell: ({ operationId }) => operationId },
  { title: "Version", cell: ({ version }) => version },
  { title: "Calls", class: "number", cell: ({ calls }) => calls },
  { title: "Apps", cell: ({ apps }) => <Cut text={apps.map(({ appId }) => appId).join(", ")} max={maxTextLength} /> },
  { title: "Ends on", cell: ({ endsOn }) => endsOn ?? <span class="muted">does not end</span> },
  { title: "Use instead", cell: ({ replacement }) => replacement ?? "" },
  { title: "Differences", cell: ({ differences }) => differences.join("; ").replaceAll("`", "") },
];
