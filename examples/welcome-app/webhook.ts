/** Receives webhooks, and welcomes new contacts. */
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifyWebhook } from "@crm-platform/client/verifyWebhook";
import { lookUpContact } from "./contact.ts";
import { sendEmail } from "./email.ts";
import { sendEvent } from "./event.ts";
import type { Client, Installations, Settings } from "./settings.ts";

/** If this function throws an error, the platform delivers the events again. @throws WebhookError if the request is not from the platform */
export async function receiveWebhook(request: IncomingMessage, settings: Settings, installations: Installations): Promise<void> {
  const { clientSecret, emailId, url } = settings;
  const { method = "", headers } = request;
  const received = { method, url: `${url}/webhooks`, headers, body: await buffer(request) };
  for (const event of await verifyWebhook(received, { clientSecret })) {
    const client = installations.get(event.portalId);
    if (event.subscriptionType !== "contact.creation" || !client) continue;
    await welcome(client, event.portalId, String(event.objectId), emailId);
  }
}

/** Can be called again for the same contact, because the platform can deliver an event more than once. */
export async function welcome(client: Client, accountId: number, contactId: string, emailId: number): Promise<void> {
  const contact = await lookUpContact(client, contactId);
  if (!contact) return;
  await sendEmail(client, emailId, contact);
  await sendEvent(client, accountId, contact);
}
