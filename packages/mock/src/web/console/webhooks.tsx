import type { Hono } from "hono";
import { Rejection } from "../../contract/errors/rejection.ts";
import type { WebhookDelivery } from "../../generated/control/schemas.ts";
import type { Bindings } from "../app.tsx";
import { Facts } from "../facts.tsx";
import type { Markup } from "../html.ts";
import type { Parts } from "../parts.ts";
import { Form, given } from "./components/forms.tsx";
import { type Column, linkTo, Pager, Table, Tabs } from "./components/table.tsx";
import { Badge, Cut, counted, Json, Moment } from "./components/text.tsx";
import { accountPath, addPage } from "./page.tsx";
import { WebhookTabs } from "./webhookTabs.tsx";

const pageSize = 50;
const maxTextLength = 500;
const states = { pending: "Pending", delivered: "Delivered", failed: "Failed" } as const;
const stateKinds = { pending: "warning", delivered: "good", failed: "bad" } as const;
const section = "webhooks";

type Attempt = WebhookDelivery["attempts"][number];

export function addWebhooks(app: Hono<Bindings>, parts: Parts): void {
  addDeliveries(app, parts);
  addDelivery(app, parts);
}

function addDeliveries(app: Hono<Bindings>, { control }: Parts): void {
  addPage(app, `${accountPath}/${section}`, {
    section,
    render: async ({ accountId, path, query }) => {
      const { state: wanted = "" } = query;
      const state = Object.hasOwn(states, wanted) ? (wanted as keyof typeof states) : undefined;
      const before = Number(query["before"]) || undefined;
      const filter = { limit: pageSize + 1, ...given({ state, before }) };
      const found = await control.webhooks.deliveries(accountId, filter);
      const deliveries = found.slice(-pageSize).reverse();
      const children = (
        <>
          <WebhookTabs accountId={accountId} current="deliveries" />
          <Tabs
            label="States"
            tabs={[
              { href: path, text: "All", isCurrent: state === undefined },
              ...Object.entries(states).map(([one, text]) => ({ href: linkTo(path, { state: one }), text, isCurrent: one === state })),
            ]}
          />
          <Table
            caption="Newest first."
            columns={columnsOf(path)}
            items={deliveries}
            empty={
              before ? (
                "No older deliveries."
              ) : (
                <>
                  No deliveries. The mock creates one when an event matches a subscription.{" "}
                  <a href={`${path}/subscriptions`}>Subscribe an app</a>, and change a record.
                </>
              )
            }
          />
          <Pager
            first={before !== undefined && { href: linkTo(path, { state }), text: "Newest deliveries" }}
            next={found.length > pageSize && { href: linkTo(path, { state, before: deliveries.at(-1)?.number }), text: "Older deliveries" }}
          />
        </>
      );
      return { title: "Webhook deliveries", children };
    },
  });
}

function addDelivery(app: Hono<Bindings>, { control }: Parts): void {
  addPage(app, `${accountPath}/${section}/:number{[0-9]+}`, {
    section,
    actions: {
      replay: {
        run: async ({ accountId, context, params }) => {
          const { number } = await control.webhooks.replay(accountId, Number(params["number"]));
          return context.redirect(`${number}`, 303);
        },
      },
    },
    render: async (view) => {
      const number = Number(view.params["number"]);
      const [delivery] = await control.webhooks.deliveries(view.accountId, { before: number + 1, limit: 1 });
      if (delivery?.number !== number) throw new Rejection("OBJECT_NOT_FOUND", "The account has no delivery with this number.");
      const { appId, state, dueAt, attempts, events } = delivery;
      const children = (
        <>
          <p>
            <a href={view.path.replace(/\/\d+$/, "")}>Back to the deliveries</a>
          </p>
          <Form view={view} action="replay" button="Replay" />
          <div data-refresh aria-live="polite">
            <Facts
              facts={{
                App: appId,
                State: <State state={state} />,
                "Next retry": dueAt !== undefined && <Moment at={dueAt} />,
              }}
            />
            {state === "pending" && (
              <p data-pending>
                The result appears here. <a href={view.path}>Reload</a>
              </p>
            )}
            {attempts.toReversed().map((attempt) => (
              <AttemptDetails attempt={attempt} />
            ))}
            <Json title={attempts.length === 0 ? "Body of the first attempt" : "Body of the last attempt"} value={events} />
          </div>
        </>
      );
      return { title: `Delivery ${number}`, scripts: ["refresh.js"], children };
    },
  });
}

function columnsOf(path: string): Column<WebhookDelivery>[] {
  return [
    { title: "Delivery", cell: ({ number }) => <a href={`${path}/${number}`}>{number}</a> },
    { title: "App", cell: ({ appId }) => appId },
    {
      title: "Events",
      cell: ({ events }) => (
        <>
          {[...new Set(events.map(({ subscriptionType }) => subscriptionType))].join(", ")}{" "}
          <span class="muted">({counted(events.length, "event")})</span>
        </>
      ),
    },
    { title: "State", cell: ({ state }) => <State state={state} /> },
    { title: "Attempts", class: "number", cell: ({ attempts }) => attempts.length },
    { title: "Last response", cell: ({ attempts }) => outcomeOf(attempts.at(-1)) },
    { title: "Last attempt", cell: ({ attempts }) => <TimeOf attempt={attempts.at(-1)} /> },
  ];
}

function State({ state }: Pick<WebhookDelivery, "state">): Markup {
  return <Badge kind={stateKinds[state]} text={state} />;
}

function TimeOf({ attempt }: { readonly attempt: Attempt | undefined }): Markup {
  return attempt ? <Moment at={attempt.sentAt} /> : <span class="muted">none</span>;
}

function outcomeOf(attempt: Attempt | undefined): Markup {
  if (!attempt) return <span class="muted">none</span>;
  return <Cut text={String(attempt.status ?? attempt.error)} max={maxTextLength} />;
}

function AttemptDetails({ attempt }: { readonly attempt: Attempt }): Markup {
  const { attemptNumber, sentAt, url, headers, status, error, durationMs } = attempt;
  return (
    <section>
      <h2>Attempt {attemptNumber}</h2>
      <Facts
        facts={{
          Request: (
            <>
              POST <Cut text={url} max={maxTextLength} />
            </>
          ),
          Status: status,
          Error: error !== undefined && <Cut text={error} max={maxTextLength} />,
          Sent: <Moment at={sentAt} />,
          Duration: `${durationMs} ms`,
        }}
      />
      <Table
        caption="Headers of the request"
        columns={[
          { title: "Name", cell: ([name]) => <Cut text={name} max={maxTextLength} /> },
          { title: "Value", cell: ([, value]) => <Cut text={value} max={maxTextLength} /> },
        ]}
        items={Object.entries(headers)}
        empty="No request was sent."
      />
    </section>
  );
}
