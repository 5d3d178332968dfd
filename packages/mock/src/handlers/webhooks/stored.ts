import type { DocumentStore } from "../../store/documents/documentStore.ts";
import type { StoredWebhookSubscription } from "../../store/documents/documents.ts";

export function settingsKey(appId: number): string {
  return String(appId);
}

export function subscriptionKey(appId: number, id: string): string {
  return `${appId}/${id}`;
}

/** Returns the app's subscriptions in the order in which they were created. */
export async function subscriptionsOf(documents: DocumentStore, appId: number): Promise<StoredWebhookSubscription[]> {
  const all = (await documents.list("webhookSubscription")).map(({ document }) => document);
  return all.filter((one) => one.appId === appId).sort((one, other) => Number(one.id) - Number(other.id));
}
