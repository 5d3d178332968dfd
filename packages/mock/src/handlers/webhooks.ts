import type { WebhookSettings, WebhookSubscription } from "@crm-platform/types";
import { Rejection, shortList } from "../contract/errors/rejection.ts";
import type { Context } from "../platform/context.ts";
import type { StoredWebhookSettings, StoredWebhookSubscription } from "../store/documents/documents.ts";
import { batchError, batchResponse } from "./common/batch.ts";
import { present } from "./common/present.ts";
import { existing, rejectIfAny } from "./common/problems.ts";
import { timestampOf } from "./common/timestamps.ts";
import { type HandlersOfArea, handlersWith } from "./handlers.ts";
import { eventTypeProblems, isSameSubscription, subscriptionProblems, targetUrlProblems } from "./webhooks/checks.ts";
import { settingsKey, subscriptionKey, subscriptionsOf } from "./webhooks/stored.ts";

const ofApp = handlersWith(ownApp);

export const webhooks: HandlersOfArea<"webhooks"> = {
  "webhooks.getSettings": ofApp("reads", async (appId, _request, { store }) => {
    const settings = await store.documents.get("webhookSettings", settingsKey(appId));
    return { status: 200, body: withoutApp(existing(settings, "The app has no webhook settings.")) };
  }),
  "webhooks.setSettings": ofApp("writes", async (appId, { body: { targetUrl, throttling } }, context) => {
    rejectIfAny(targetUrlProblems(targetUrl, context.isWebhookHost));
    const { documents } = context.store;
    const key = settingsKey(appId);
    const updatedAt = timestampOf(context.now);
    const createdAt = (await documents.get("webhookSettings", key))?.createdAt ?? updatedAt;
    const { maxConcurrentRequests } = throttling;
    const settings = { appId, targetUrl, throttling: { maxConcurrentRequests }, createdAt, updatedAt };
    await documents.put("webhookSettings", [{ key, document: settings }]);
    return { status: 200, body: withoutApp(settings) };
  }),
  "webhooks.deleteSettings": ofApp("writes", async (appId, _request, { store }) => {
    await store.documents.delete("webhookSettings", settingsKey(appId));
    return { status: 204 };
  }),
  "webhooks.listSubscriptions": ofApp("reads", async (appId, _request, { store }) => {
    const subscriptions = await subscriptionsOf(store.documents, appId);
    return { status: 200, body: { results: subscriptions.map(withoutApp) } };
  }),
  "webhooks.createSubscription": ofApp("writes", async (appId, { body }, context) => {
    const { eventType, active, propertyName, objectTypeId, eventTypeName } = body;
    const subject = { eventType, ...present({ propertyName, objectTypeId, eventTypeName }) };
    rejectIfAny(subscriptionProblems(subject));
    rejectIfAny(await eventTypeProblems(subject, context.store));
    const subscriptions = await subscriptionsOf(context.store.documents, appId);
    if (subscriptions.some((one) => isSameSubscription(one, subject))) {
      throw new Rejection("CONFLICT", "The app already has a subscription to these events. Update the existing subscription.");
    }
    const createdAt = timestampOf(context.now);
    const id = String(await context.ids.number());
    const subscription = { ...subject, active, id, createdAt, updatedAt: createdAt, appId };
    await storeSubscriptions([subscription], context);
    return { status: 201, body: withoutApp(subscription) };
  }),
  "webhooks.getSubscription": ofApp("reads", async (appId, { path }, context) => {
    return { status: 200, body: withoutApp(await existingSubscription(appId, path.subscriptionId, context)) };
  }),
  "webhooks.updateSubscription": ofApp("writes", async (appId, { path, body: { active } }, context) => {
    const subscription = await existingSubscription(appId, path.subscriptionId, context);
    const updatedSubscription = { ...subscription, active, updatedAt: timestampOf(context.now) };
    await storeSubscriptions([updatedSubscription], context);
    return { status: 200, body: withoutApp(updatedSubscription) };
  }),
  "webhooks.deleteSubscription": ofApp("writes", async (appId, { path }, context) => {
    const { id } = await existingSubscription(appId, path.subscriptionId, context);
    await context.store.documents.delete("webhookSubscription", subscriptionKey(appId, id));
    return { status: 204 };
  }),
  "webhooks.batchUpdateSubscriptions": ofApp("writes", async (appId, { body: { inputs } }, context) => {
    const byId = new Map((await subscriptionsOf(context.store.documents, appId)).map((one) => [one.id, one]));
    const activeById = new Map(inputs.map(({ id, active }) => [id, active]));
    const updatedAt = timestampOf(context.now);
    const updatedSubscriptions = [...activeById].flatMap(([id, active]) => {
      const subscription = byId.get(id);
      return subscription ? [{ ...subscription, active, updatedAt }] : [];
    });
    await storeSubscriptions(updatedSubscriptions, context);
    const ids = [...activeById.keys()].filter((id) => !byId.has(id));
    const missing = new Rejection("OBJECT_NOT_FOUND", `Some subscriptions were not found: ${shortList(ids, "and")}.`, { context: { ids } });
    return batchResponse(200, context.now, updatedSubscriptions.map(withoutApp), ids.length === 0 ? [] : [batchError(missing)]);
  }),
};

function ownApp({ appId }: { readonly appId: number }, _action: string, { caller }: Context): number {
  const owner = caller.app ? "an app with a different id" : "a user, not to an app";
  if (appId !== caller.app?.appId) throw new Rejection("OBJECT_NOT_FOUND", `The access token belongs to ${owner}.`);
  return appId;
}

async function existingSubscription(appId: number, id: string, { store }: Context): Promise<StoredWebhookSubscription> {
  const subscription = await store.documents.get("webhookSubscription", subscriptionKey(appId, id));
  return existing(subscription, "No subscription of the app has this id.");
}

async function storeSubscriptions(subscriptions: readonly StoredWebhookSubscription[], { store }: Context): Promise<void> {
  const entries = subscriptions.map((document) => ({ key: subscriptionKey(document.appId, document.id), document }));
  await store.documents.put("webhookSubscription", entries);
}

function withoutApp(settings: StoredWebhookSettings): WebhookSettings;
function withoutApp(subscription: StoredWebhookSubscription): WebhookSubscription;
function withoutApp({ appId: _, ...fields }: StoredWebhookSettings | StoredWebhookSubscription): WebhookSettings | WebhookSubscription {
  return fields;
}
