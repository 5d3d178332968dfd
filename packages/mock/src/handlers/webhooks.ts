import type { WebhookSettings, WebhookSubscription } from "@crm-platform/types";
import { Rejection } from "../contract/errors/rejection.ts";
import type { Context } from "../platform/context.ts";
import type { StoredWebhookSettings, StoredWebhookSubscription } from "../store/documents.ts";
import { batchError, batchResponse } from "./common/batch.ts";
import { present } from "./common/present.ts";
import { rejectIfAny } from "./common/problems.ts";
import { timestampOf } from "./common/timestamps.ts";
import type { HandlersOfArea } from "./handlers.ts";
import { eventTypeProblems, isSameSubscription, subscriptionProblems, targetUrlProblems } from "./webhooks/checks.ts";
import { settingsKey, subscriptionKey, subscriptionsOf } from "./webhooks/stored.ts";

export const webhooks: HandlersOfArea<"webhooks"> = {
  "webhooks.getSettings": {
    kind: "reads",
    async run({ path }, context) {
      rejectOtherApp(path.appId, context);
      const settings = await context.store.documents.get("webhookSettings", settingsKey(path.appId));
      if (!settings) throw new Rejection("OBJECT_NOT_FOUND", "The app has no webhook settings.");
      return { status: 200, body: withoutApp(settings) };
    },
  },
  "webhooks.setSettings": {
    kind: "writes",
    async run({ path, body: { targetUrl, throttling } }, context) {
      rejectOtherApp(path.appId, context);
      rejectIfAny(targetUrlProblems(targetUrl, context.isWebhookHost));
      const { documents } = context.store;
      const key = settingsKey(path.appId);
      const updatedAt = timestampOf(context.now);
      const createdAt = (await documents.get("webhookSettings", key))?.createdAt ?? updatedAt;
      const { maxConcurrentRequests } = throttling;
      const settings = { appId: path.appId, targetUrl, throttling: { maxConcurrentRequests }, createdAt, updatedAt };
      await documents.put("webhookSettings", [{ key, document: settings }]);
      return { status: 200, body: withoutApp(settings) };
    },
  },
  "webhooks.deleteSettings": {
    kind: "writes",
    async run({ path }, context) {
      rejectOtherApp(path.appId, context);
      await context.store.documents.delete("webhookSettings", settingsKey(path.appId));
      return { status: 204 };
    },
  },
  "webhooks.listSubscriptions": {
    kind: "reads",
    async run({ path }, context) {
      rejectOtherApp(path.appId, context);
      const subscriptions = await subscriptionsOf(context.store.documents, path.appId);
      return { status: 200, body: { results: subscriptions.map(withoutApp) } };
    },
  },
  "webhooks.createSubscription": {
    kind: "writes",
    async run({ path, body: { eventType, active, propertyName, objectTypeId, eventTypeName } }, context) {
      rejectOtherApp(path.appId, context);
      const subject = { eventType, ...present({ propertyName, objectTypeId, eventTypeName }) };
      rejectIfAny(subscriptionProblems(subject));
      rejectIfAny(await eventTypeProblems(subject, context.store));
      const existing = await subscriptionsOf(context.store.documents, path.appId);
      if (existing.some((one) => isSameSubscription(one, subject))) {
        throw new Rejection("CONFLICT", "The app already has a subscription to these events. Update the existing subscription.");
      }
      const createdAt = timestampOf(context.now);
      const id = String(await context.ids.number());
      const subscription = { ...subject, active, id, createdAt, updatedAt: createdAt, appId: path.appId };
      await storeSubscriptions([subscription], context);
      return { status: 201, body: withoutApp(subscription) };
    },
  },
  "webhooks.getSubscription": {
    kind: "reads",
    async run({ path }, context) {
      return { status: 200, body: withoutApp(await existingSubscription(path, context)) };
    },
  },
  "webhooks.updateSubscription": {
    kind: "writes",
    async run({ path, body: { active } }, context) {
      const subscription = await existingSubscription(path, context);
      const changed = { ...subscription, active, updatedAt: timestampOf(context.now) };
      await storeSubscriptions([changed], context);
      return { status: 200, body: withoutApp(changed) };
    },
  },
  "webhooks.deleteSubscription": {
    kind: "writes",
    async run({ path }, context) {
      const { id } = await existingSubscription(path, context);
      await context.store.documents.delete("webhookSubscription", subscriptionKey(path.appId, id));
      return { status: 204 };
    },
  },
  "webhooks.batchUpdateSubscriptions": {
    kind: "writes",
    async run({ path, body: { inputs } }, context) {
      rejectOtherApp(path.appId, context);
      const byId = new Map((await subscriptionsOf(context.store.documents, path.appId)).map((one) => [one.id, one]));
      const wanted = new Map(inputs.map(({ id, active }) => [id, active]));
      const updatedAt = timestampOf(context.now);
      const changed = [...wanted].flatMap(([id, active]) => {
        const subscription = byId.get(id);
        return subscription ? [{ ...subscription, active, updatedAt }] : [];
      });
      await storeSubscriptions(changed, context);
      const ids = [...wanted.keys()].filter((id) => !byId.has(id));
      const missing = new Rejection("OBJECT_NOT_FOUND", "Some subscriptions were not found.", { context: { ids } });
      return batchResponse(200, context.now, changed.map(withoutApp), ids.length === 0 ? [] : [batchError(missing)]);
    },
  },
};

function rejectOtherApp(appId: number, { caller }: Context): void {
  if (appId !== caller.appId) throw new Rejection("OBJECT_NOT_FOUND", "The access token belongs to an app with a different id.");
}

async function existingSubscription(
  { appId, subscriptionId }: { readonly appId: number; readonly subscriptionId: string },
  context: Context,
): Promise<StoredWebhookSubscription> {
  rejectOtherApp(appId, context);
  const subscription = await context.store.documents.get("webhookSubscription", subscriptionKey(appId, subscriptionId));
  if (!subscription) throw new Rejection("OBJECT_NOT_FOUND", "No subscription of the app has this id.");
  return subscription;
}

async function storeSubscriptions(subscriptions: readonly StoredWebhookSubscription[], { store }: Context): Promise<void> {
  const stored = subscriptions.map((document) => ({ key: subscriptionKey(document.appId, document.id), document }));
  await store.documents.put("webhookSubscription", stored);
}

function withoutApp(stored: StoredWebhookSettings): WebhookSettings;
function withoutApp(stored: StoredWebhookSubscription): WebhookSubscription;
function withoutApp({ appId: _, ...shown }: StoredWebhookSettings | StoredWebhookSubscription): WebhookSettings | WebhookSubscription {
  return shown;
}
