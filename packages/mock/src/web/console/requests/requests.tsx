import type { Hono } from "hono";
import type { Bindings } from "../../app.tsx";
import type { Parts } from "../../parts.ts";
import { Field, Form, type Options, originOf, type Typed } from "../components/forms.tsx";
import { linkTo, Table } from "../components/table.tsx";
import { operationOptions } from "../components/text.tsx";
import { accountPath, addPage, type Page, type View } from "../page.tsx";
import { filterOf, requestColumns } from "./requestColumns.tsx";
import { requestPage } from "./requestPage.tsx";

const pageSize = 100;

export function addRequests(app: Hono<Bindings>, { control }: Parts): void {
  const list: Page<number | undefined> = {
    section: "requests",
    actions: { clear: { run: ({ accountId }) => control.requests.clear(accountId), notice: "The requests were deleted." } },
    render: async (view) => {
      const { accountId, path, query } = view;
      const before = query["before"] === undefined ? {} : { before: Number(query["before"]) };
      const found = await control.requests.list({ ...filterOf(query, accountId), ...before, limit: pageSize + 1 });
      const entries = found.slice(-pageSize).reverse();
      const { account, operation, status, problems } = query;
      const filter = { account, operation, status, problems };
      const isFiltered = linkTo("", filter) !== "";
      const isNewest = query["before"] === undefined;
      const hasOlder = found.length > pageSize;
      const events = linkTo("/console/events", { ...filter, account: accountId ?? account });
      return {
        title: accountId === undefined ? "Requests" : `Requests of account ${accountId}`,
        scripts: ["live.js"],
        children: (
          <>
            <Filter view={view} />
            <div class="toolbar">
              {isNewest ? (
                <div class="live" data-live={events} data-after={entries[0]?.id ?? 0}>
                  <a href={linkTo(path, filter)}>Reload</a>
                </div>
              ) : (
                <a href={linkTo(path, filter)}>Newest requests</a>
              )}
              <Form view={view} action="clear" button="Delete all requests" kind="small danger" />
            </div>
            <div data-requests hidden={entries.length === 0}>
              <Table
                caption="Newest first. Times are in UTC, from the machine's clock."
                columns={requestColumns}
                items={entries}
                empty={
                  isFiltered ? "No request matches. Show all to remove the filter." : "No requests yet. Requests to the mock appear here."
                }
              />
            </div>
            {(hasOlder || isNewest) && (
              <p data-older hidden={!hasOlder}>
                <a class="button" rel={hasOlder ? "next" : undefined} href={linkTo(path, { ...filter, before: entries.at(-1)?.id })}>
                  Older requests
                </a>
              </p>
            )}
          </>
        ),
      };
    },
  };
  addPage(app, "/", list);
  addPage(app, `${accountPath}/requests`, list);
  // The id is the number of the entry, or the value of the header `X-Mock-Request-Id`.
  addPage(app, "/requests/:requestId{[0-9.]+}", {
    section: "requests",
    render: async ({ params, context }) => requestPage(await control.requests.get(params["requestId"] ?? ""), originOf(context)),
  });
}

const operations = operationOptions("all");
const statuses: Options = [
  ["", "all"],
  ["2XX", "2XX, success"],
  ["3XX", "3XX, redirect"],
  ["4XX", "4XX, client error"],
  ["5XX", "5XX, server error"],
];

function Filter({ view: { accountId, path, query } }: { readonly view: View<number | undefined> }) {
  const { account, operation, status, problems }: Typed = query;
  return (
    <form class="row filter" method="get" action={path} aria-label="Filter requests">
      {accountId === undefined && (
        <Field name="account" label="Account" inputmode="numeric" pattern="[0-9]*" placeholder="all" value={account} />
      )}
      <Field name="operation" label="Operation" options={operations} value={operation} />
      <Field name="status" label="Status" options={statuses} value={status} />
      <label class="choice">
        <input type="checkbox" name="problems" checked={Boolean(problems)} /> Violations only
      </label>
      <button type="submit">Filter</button>
      <a class="button" href={path}>
        Show all
      </a>
    </form>
  );
}
