import type { Hono } from "hono";
import type { RequestEntry } from "../../../generated/control/schemas.ts";
import type { Bindings } from "../../app.tsx";
import type { Markup } from "../../html.ts";
import type { Parts } from "../../parts.ts";
import { Field, given, type Options, type Typed } from "../components/forms.tsx";
import { linkTo, Pager } from "../components/table.tsx";
import { Cut, Moment } from "../components/text.tsx";
import { accountPath, addPage, addressOf } from "../page.tsx";
import { Outcome } from "../requests/requestColumns.tsx";
import { Effects } from "./effects.tsx";
import { type Matches, type TimelineItem, timelineOf } from "./timeline.ts";

const section = "timeline";
const pageSize = 50;
/** The journal contains this many entries of an account. */
const maxRequests = 1_000;
/** The number of deliveries and of emails that are read for a page. */
const maxOthers = 200;
const maxTextLength = 200;

const kinds: Options = [
  ["", "everything"],
  ["changes", "changes of records"],
  ["webhooks", "webhooks"],
  ["emails", "emails"],
  ["errors", "requests with errors"],
];

export function addTimeline(app: Hono<Bindings>, { control }: Parts): void {
  addPage(app, `${accountPath}/${section}`, {
    section,
    render: async ({ accountId, path, query }) => {
      const { show, record } = query;
      const filter = given({ show, record: record?.trim() });
      const isFiltered = Object.keys(filter).length > 0;
      const [request, delivery, email] = ["before", "delivery", "email"].map((name) => Number(query[name]) || undefined);
      // Requests beyond the page are read as well, because the first deliveries of the page may belong to them.
      const limit = isFiltered ? maxRequests : 2 * pageSize;
      const sources = {
        requests: (await control.requests.list({ accountId, limit, ...given({ before: request }) })).reverse(),
        deliveries: (await control.webhooks.deliveries(accountId, { limit: maxOthers, ...given({ before: delivery }) })).reverse(),
        emails: (await control.outbox(accountId, { limit: maxOthers, ...given({ before: email }) })).reverse(),
      };
      const { items, next } = timelineOf(sources, { request, delivery, email }, matching(filter), pageSize);
      const children = (
        <>
          <form class="row filter" method="get" action={path} aria-label="Filter the timeline">
            <Field name="show" label="Show" options={kinds} value={show} />
            <Field name="record" label="Record" placeholder="for example contacts/3101" value={record} />
            <button type="submit">Filter</button>
            <a class="button" href={path}>
              Show all
            </a>
          </form>
          {items.length === 0 ? <Empty isFiltered={isFiltered} accountId={accountId} /> : <Items items={items} accountId={accountId} />}
          <Pager
            first={request !== undefined && { href: linkTo(path, filter), text: "Newest" }}
            next={
              next && { href: linkTo(path, { ...filter, before: next.request, delivery: next.delivery, email: next.email }), text: "Older" }
            }
          />
        </>
      );
      return { title: "Timeline", children };
    },
  });
}

function matching({ show, record }: Typed): Matches {
  return ({ request, deliveries, emails }) => {
    const { records = [], associations = [], ...numbers } = request?.effects ?? {};
    const touched = [...records.map(({ objectType, id }) => `${objectType}/${id}`), ...associations.flatMap(({ from, to }) => [from, to])];
    if (record !== undefined && !touched.includes(record)) return false;
    if (show === "changes") return touched.length > 0;
    if (show === "webhooks") return deliveries.length > 0 || numbers.deliveries !== undefined;
    if (show === "emails") return emails.length > 0 || numbers.emails !== undefined;
    return show !== "errors" || (request !== undefined && request.status >= 400);
  };
}

function Empty({ isFiltered, accountId }: { readonly isFiltered: boolean; readonly accountId: number }): Markup {
  if (isFiltered) return <p class="empty">Nothing matches. Choose another filter.</p>;
  return (
    <p class="empty">
      Nothing has happened yet. Send a request with an access token of this account, or{" "}
      <a href={addressOf(accountId, "webhooks")}>subscribe an app to webhooks</a>.
    </p>
  );
}

interface ItemsProps {
  readonly items: readonly TimelineItem[];
  readonly accountId: number;
}

function Items({ items, accountId }: ItemsProps): Markup {
  return (
    <>
      <p class="muted">
        Newest first. Times are in UTC, by the account’s clock. Each request is listed with what it caused. Changes that were made in the
        console or through the control API are not requests, so only their webhooks are listed.
      </p>
      <ol class="timeline">
        {items.map((item) => (
          <li class={kindOf(item)}>
            <div class="event">
              <Moment at={item.at} />
              <div>
                {item.request && <Request request={item.request} />}
                <Effects accountId={accountId} effects={item.request?.effects} deliveries={item.deliveries} emails={item.emails} />
              </div>
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

/** The color of the item's dot. */
function kindOf({ request, deliveries }: TimelineItem): "bad" | "warning" | undefined {
  if ((request?.status ?? 0) >= 500 || deliveries.some(({ state }) => state === "failed")) return "bad";
  return request && request.status >= 400 ? "warning" : undefined;
}

function Request({ request }: { readonly request: RequestEntry }): Markup {
  const { id, method, path, requestPath = path, message } = request;
  return (
    <div class="head">
      <a class="request" href={`/console/requests/${id}`}>
        <span class="method">{method}</span> <span class="path">{requestPath}</span>
      </a>
      <Outcome entry={request} />
      {message !== undefined && (
        <span class="reason">
          <Cut text={message} max={maxTextLength} />
        </span>
      )}
    </div>
  );
}
