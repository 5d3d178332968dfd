import type { Domain } from "@crm-platform/types";
import type { Hono } from "hono";
import type { Bindings } from "../app.tsx";
import type { Parts } from "../parts.ts";
import { asUser } from "./asUser.ts";
import { given } from "./components/forms.tsx";
import { type Column, linkTo, Pager, Table } from "./components/table.tsx";
import { Badge, Cut, Moment } from "./components/text.tsx";
import { accountPath, addPage } from "./page.tsx";

const pageSize = 50;
const maxNameLength = 100;

export function addDomains(app: Hono<Bindings>, parts: Parts): void {
  const call = asUser(parts);
  addPage(app, `${accountPath}/domains`, {
    section: "domains",
    render: async ({ accountId, path, query }) => {
      const { after } = given(query);
      const { results, paging } = await call(accountId, "domains.list", { query: { limit: pageSize, ...given({ after }) } });
      const children = (
        <>
          <Table
            caption="Ordered by id."
            columns={columns}
            items={results}
            empty={after === undefined ? "No domains. To add domains, seed the account." : "No more domains."}
          />
          <Pager
            first={after !== undefined && { href: path, text: "First domains" }}
            next={paging?.next && { href: linkTo(path, { after: paging.next.after }), text: "More domains" }}
          />
        </>
      );
      return { title: "Domains", children };
    },
  });
}

const columns: readonly Column<Domain>[] = [
  { title: "Domain", cell: ({ domain }) => <Cut text={domain} max={maxNameLength} /> },
  { title: "Id", cell: ({ id }) => <code>{id}</code> },
  { title: "Used for", cell: (domain) => usesOf(domain).join(", ") || "nothing" },
  {
    title: "DNS",
    cell: ({ isResolving }) => (isResolving ? <Badge kind="good" text="resolves" /> : <Badge kind="warning" text="does not resolve" />),
  },
  {
    title: "HTTPS",
    cell: ({ isSslEnabled, isSslOnly }) => <Badge text={isSslOnly ? "required" : isSslEnabled ? "enabled" : "disabled"} />,
  },
  { title: "Updated", cell: ({ updated }) => updated !== undefined && <Moment at={updated} /> },
];

function usesOf(domain: Domain): string[] {
  return [
    ...(domain.isUsedForSitePage ? ["site pages"] : []),
    ...(domain.isUsedForLandingPage ? ["landing pages"] : []),
    ...(domain.isUsedForBlogPost ? ["blog posts"] : []),
    ...(domain.isUsedForKnowledge ? ["knowledge base"] : []),
    ...(domain.isUsedForEmail ? ["email"] : []),
  ];
}
