import type { Owner } from "@crm-platform/types";
import type { Hono } from "hono";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { asUser } from "./asUser.ts";
import { given } from "./components/forms.tsx";
import { type Column, linkTo, Pager, Table } from "./components/table.tsx";
import { Badge, Cut } from "./components/text.tsx";
import { accountPath, addPage } from "./page.tsx";

const pageSize = 50;
const maxTextLength = 100;

export function addOwners(app: Hono<Bindings>, parts: Parts): void {
  const call = asUser(parts);
  addPage(app, `${accountPath}/owners`, {
    section: "owners",
    render: async ({ accountId, path, query }) => {
      const { after } = given(query);
      const { results, paging } = await call(accountId, "owners.list", { query: { limit: pageSize, ...given({ after }) } });
      const children = (
        <>
          <Table
            caption="Ordered by id. To add owners, seed the account."
            columns={columns}
            items={results}
            empty={after === undefined ? "No owners. Seed the account with owners to assign records to them." : "No more owners."}
          />
          <Pager
            first={after !== undefined && { href: path, text: "First owners" }}
            next={paging?.next && { href: linkTo(path, { after: paging.next.after }), text: "More owners" }}
          />
        </>
      );
      return { title: "Owners", children };
    },
  });
}

const columns: readonly Column<Owner>[] = [
  { title: "Name", cell: ({ firstName, lastName }) => <Cut text={[firstName, lastName].filter(Boolean).join(" ")} max={maxTextLength} /> },
  { title: "Id", cell: ({ id }) => <code>{id}</code> },
  { title: "User id", cell: ({ userId }) => userId !== undefined && <code>{userId}</code> },
  { title: "Email", cell: ({ email }) => email !== undefined && <Cut text={email} max={maxTextLength} /> },
  { title: "Type", cell: ({ type }) => <Badge text={type === "QUEUE" ? "queue" : "person"} /> },
  { title: "Teams", cell: ({ teams = [] }) => <Cut text={teams.map(({ name }) => name).join(", ")} max={maxTextLength} /> },
];
