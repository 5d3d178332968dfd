import { lookUp } from "../../openapi/resolve.ts";
import type { Facts } from "../facts.ts";
import { Lines, type Markup, Prose, type Row, Table } from "./table.tsx";

interface Response {
  readonly content: {
    readonly "application/json": {
      readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: ErrorExample }>>;
    };
  };
}

interface ErrorExample {
  readonly category?: string;
  readonly message: string;
  readonly error?: string;
  readonly status?: string;
}

/** These facts are derived from the examples of the shared responses. */
export interface ErrorFacts {
  readonly status: string;
  readonly category: string;
  readonly situations: readonly { readonly text: string; readonly message: string }[];
  readonly operations: number;
}

function errorCatalog(facts: Facts): ErrorFacts[] {
  const catalog = new Map<string, ErrorFacts>();
  for (const [name, response] of statusesOfResponses(facts)) {
    for (const { summary, value } of examplesOf(facts, name)) {
      if (value.category === undefined) continue;
      // The default response has examples for several statuses. The summary of each example contains its status.
      const [, own] = /^.* \((\d{3})\)$/.exec(summary) ?? [];
      const status = own ?? response.status;
      const situation = { text: summary.replace(/ \(\d{3}\)$/, ""), message: value.message };
      const before = catalog.get(value.category)?.situations ?? [];
      catalog.set(value.category, {
        status,
        category: value.category,
        situations: [...before, situation],
        operations: response.operations,
      });
    }
  }
  return [...catalog.values()].sort((one, other) => one.status.localeCompare(other.status));
}

function statusesOfResponses({ operations }: Facts): Map<string, { readonly status: string; readonly operations: number }> {
  const statuses = new Map<string, { readonly status: string; readonly operations: number }>();
  const responses = operations.flatMap(({ source }) => Object.entries(source.responses ?? {}));
  for (const [status, response] of responses) {
    const name = (response as { readonly $ref?: string }).$ref?.split("/").at(-1);
    if (name === undefined) continue;
    statuses.set(name, { status, operations: (statuses.get(name)?.operations ?? 0) + 1 });
  }
  return statuses;
}

function examplesOf({ document }: Facts, name: string) {
  const response = lookUp(document, `#/components/responses/${name}`) as unknown as Response;
  return Object.values(response.content["application/json"].examples);
}

export function ErrorsTable(facts: Facts): Markup {
  const rows = errorCatalog(facts).map(
    ({ status, category, situations, operations }): Row => ({
      id: `category-${category}`,
      cells: [
        <code>{category}</code>,
        status,
        <Lines of={situations.map(({ text }) => text)} />,
        <Lines of={situations.map(({ message }) => <q>{message}</q>)} />,
        `${operations}`,
      ],
    }),
  );
  return <Table caption="Error categories" head={["Category", "Status", "When", "Message, for example", "Operations"]} rows={rows} />;
}

export function OAuthErrorsTable(facts: Facts): Markup {
  const rows = examplesOf(facts, "OAuthError").map(
    ({ summary, value }): Row => ({
      id: `oauth-${value.status}`,
      cells: [<code>{value.status}</code>, <Prose text={`\`${value.error}\``} />, summary, <q>{value.message}</q>],
    }),
  );
  return <Table caption="Errors of the OAuth operations, all with status 400" head={["status", "error", "When", "Message"]} rows={rows} />;
}
