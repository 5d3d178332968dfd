import type { Hono } from "hono";
import type { AccountDetails, WebhookSubscriptionState } from "../../generated/control/schemas.ts";
import type { Bindings } from "../app.tsx";
import { Facts } from "../facts.tsx";
import type { Markup } from "../html.ts";
import type { Parts } from "../parts.ts";
import { type FieldProps, Form, type FormView, given, type Options } from "./components/forms.tsx";
import { type Column, Table } from "./components/table.tsx";
import { Badge, Cut } from "./components/text.tsx";
import { accountPath, addPage } from "./page.tsx";
import { WebhookTabs } from "./webhookTabs.tsx";

const maxTextLength = 200;
const maxApps = 100;
const objects = ["contact", "company", "deal", "ticket", "product", "line_item", "object"];
const kinds = ["creation", "deletion", "merge", "restore", "propertyChange", "associationChange"];
const eventTypes = [...objects.flatMap((object) => kinds.map((kind) => `${object}.${kind}`)), "event.completed"].filter(
  (eventType) => eventType !== "product.associationChange",
);

/** Apps subscribe with their own tokens, which the console does not have, so it uses the state of the account. */
export function addSubscriptions(app: Hono<Bindings>, { control }: Parts): void {
  addPage(app, `${accountPath}/webhooks/subscriptions`, {
    section: "webhooks",
    actions: {
      target: {
        run: async ({ accountId, typed: { appId, targetUrl = "" } }) => {
          const { createdAt, now } = await timesOf(accountId);
          const settings = { appId: Number(appId), targetUrl: targetUrl.trim(), throttling: { maxConcurrentRequests: 10 } };
          await control.seed(accountId, { webhookSettings: [{ ...settings, createdAt, updatedAt: now }] });
        },
        notice: "The target URL was saved.",
        fields: ["webhookSettings[0].targetUrl"],
      },
      subscribe: {
        run: async ({ accountId, typed: { appId, eventType, propertyName, objectTypeId, eventTypeName } }) => {
          const { webhookSubscriptions: existing = [] } = await control.snapshot(accountId, { section: "webhookSubscriptions" });
          const { now } = await timesOf(accountId);
          const subject = {
            eventType: eventType as WebhookSubscriptionState["eventType"],
            ...given({ propertyName, objectTypeId, eventTypeName }),
          };
          const id = String(existing.reduce((last, one) => Math.max(last, Number(one.id)), 0) + 1);
          const subscription = { ...subject, id, appId: Number(appId), active: true, createdAt: now, updatedAt: now };
          await control.seed(accountId, { webhookSubscriptions: [subscription] });
        },
        notice: "The app is subscribed.",
        fields: ["propertyName", "objectTypeId", "eventTypeName"].map((name) => `webhookSubscriptions[0].${name}`),
      },
      toggle: {
        run: async ({ accountId, typed: { appId, id } }) => {
          const { webhookSubscriptions: existing = [] } = await control.snapshot(accountId, { section: "webhookSubscriptions" });
          const { now } = await timesOf(accountId);
          const changed = existing.filter((one) => one.id === id && String(one.appId) === appId);
          await control.seed(accountId, { webhookSubscriptions: changed.map((one) => ({ ...one, active: !one.active, updatedAt: now })) });
        },
        notice: "The subscription was changed.",
      },
    },
    render: async (view) => {
      const { accountId } = view;
      const { apps } = await control.accounts.get(accountId);
      const { webhookSubscriptions = [] } = await control.snapshot(accountId, { section: "webhookSubscriptions" });
      const { webhookSettings = [] } = await control.snapshot(accountId, { section: "webhookSettings" });
      const targets = new Map(webhookSettings.map(({ appId, targetUrl }) => [appId, targetUrl]));
      const children = (
        <>
          <WebhookTabs accountId={accountId} current="subscriptions" />
          <Targets apps={apps} targets={targets} />
          <Table
            caption="Ordered by app and id. Deliveries are sent to the target URL of the app."
            columns={columnsOf(view, apps)}
            items={webhookSubscriptions}
            empty="No subscriptions. Save a target URL for an app, and subscribe the app to events."
          />
          <section class="card">
            <h2>Subscribe an app</h2>
            <Form view={view} action="subscribe" button="Subscribe" kind="primary" fields={subscriptionFields(apps)} />
          </section>
          <section class="card">
            <h2>Set the target URL of an app</h2>
            <Form
              view={view}
              action="target"
              button="Save"
              fields={[
                { name: "appId", label: "App", options: appOptions(apps) },
                {
                  name: "targetUrl",
                  of: "webhookSettings[0].targetUrl",
                  label: "Target URL",
                  type: "url",
                  required: true,
                  maxlength: 2_048,
                },
              ]}
            />
          </section>
        </>
      );
      return { title: "Webhook subscriptions", children };
    },
  });

  async function timesOf(accountId: number): Promise<{ createdAt: string; now: string }> {
    const { now } = await control.clock.get(accountId);
    return { createdAt: now, now };
  }
}

type Apps = AccountDetails["apps"];

function appOptions(apps: Apps): Options {
  return apps.slice(0, maxApps).map(({ appId, name }) => [String(appId), `${name} (${appId})`]);
}

function subscriptionFields(apps: Apps): FieldProps[] {
  return [
    { name: "appId", label: "App", options: appOptions(apps) },
    { name: "eventType", label: "Events", options: eventTypes.map((eventType) => [eventType, eventType] as const) },
    {
      name: "propertyName",
      of: "webhookSubscriptions[0].propertyName",
      label: "Property",
      hint: "only for propertyChange",
      maxlength: 100,
    },
    {
      name: "objectTypeId",
      of: "webhookSubscriptions[0].objectTypeId",
      label: "Type id",
      hint: "only for object.…, for example 0-47",
      maxlength: 100,
    },
    {
      name: "eventTypeName",
      of: "webhookSubscriptions[0].eventTypeName",
      label: "Event",
      hint: "only for event.completed",
      maxlength: 200,
    },
  ];
}

function Targets({ apps, targets }: { readonly apps: Apps; readonly targets: ReadonlyMap<number, string> }): Markup | null {
  const known = apps.filter(({ appId }) => targets.has(appId));
  if (known.length === 0) return null;
  const facts = known.map(
    ({ appId, name }) => [`${name} (${appId})`, <Cut text={targets.get(appId) ?? ""} max={maxTextLength} />] as const,
  );
  return <Facts facts={Object.fromEntries(facts)} />;
}

function columnsOf(view: FormView, apps: Apps): Column<WebhookSubscriptionState>[] {
  const names = new Map(apps.map(({ appId, name }) => [appId, name]));
  return [
    { title: "Events", cell: ({ eventType }) => <code>{eventType}</code> },
    {
      title: "Subject",
      cell: ({ propertyName, objectTypeId, eventTypeName }) => (
        <Cut text={[objectTypeId, propertyName, eventTypeName].filter(Boolean).join(", ")} max={maxTextLength} />
      ),
    },
    { title: "App", cell: ({ appId }) => <Cut text={names.get(appId) ?? String(appId)} max={maxTextLength} /> },
    { title: "Id", cell: ({ id }) => <code>{id}</code> },
    { title: "State", cell: ({ active }) => <Badge kind={active ? "good" : "warning"} text={active ? "active" : "inactive"} /> },
    {
      title: "Actions",
      isUntitled: true,
      cell: ({ id, appId, eventType, active }) => {
        const button = active ? "Deactivate" : "Activate";
        return (
          <Form
            view={{ ...view, attempt: undefined }}
            action="toggle"
            button={button}
            buttonName={`${button} ${eventType} ${id}`}
            kind="small"
            hidden={{ id, appId: String(appId) }}
          />
        );
      },
    },
  ];
}
