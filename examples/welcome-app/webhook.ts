/** Receives webhooks, and welcomes new contacts. */
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { verifyWebhook } from "@crm-platform/client/verifyWebhook";
import { lookUpContact } from "./contact.ts";
import { sendEmail } from "./email.ts";
import { sendEvent } from "./event.ts";
import type { Installations, Settings } from "./settings.ts";

/** If this function throws an error, the platform delivers the events again. @throws WebhookError if the request is not from the platform */
export async function receiveWebhook(request: IncomingMessage, settings: Settings, installations: Installations): Promise<void> {
  const { clientSecret, emailId, url } = settings;
  const { method = "", headers } = request;
  const received = { method, url: `${url}/webhooks`, headers, body: await buffer(request) };
  for (const event of await verifyWebhook(received, { clientSecret })) {
    const client = installations.get(event.portalId);
    if (event.subscriptionType !== "contact.creation" || !client) continue;
    const contact = await lookUpContact(client, String(event.objectId));
    if (!contact) continue;
    await sendEmail(client, emailId, contact);
    await sendEvent(client, event.portalId, contact);
  }
}
