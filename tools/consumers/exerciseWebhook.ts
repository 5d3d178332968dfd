import { verifyWebhook, WebhookError } from "@crm-platform/client/verifyWebhook";

/** The request in the example of `webhooks.receiveEvents`. */
const clientSecret = "9b0e7a4c-52d3-4f8e-a1c6-7d2f3e4b5a68";
const now = 1_776_672_000_000;
const body =
  '[{"eventId":880001,"subscriptionId":340001,"portalId":4815162,"appId":27314,"occurredAt":1776672000000,' +
  '"subscriptionType":"contact.creation","attemptNumber":0,"objectId":3101,"changeSource":"INTEGRATION","sourceId":"27314",' +
  '"changeFlag":"CREATED"}]';

export async function exerciseWebhook(): Promise<object> {
  const headers = {
    "X-Platform-Signature-v3": "256oPHfei2gB0EyTSMxqK4wDJ2f9gixeOU4tCCIh0GU=",
    "X-Platform-Request-Timestamp": String(now),
  };
  const request = new Request("https://traildesk.example/webhooks", { method: "POST", headers, body });
  const forged = await verifyWebhook(request.clone(), { clientSecret: "another secret", now }).catch((error: unknown) => error);
  const events = await verifyWebhook(request, { clientSecret, now });
  return {
    received: events.map((event) => "objectId" in event && event.objectId),
    forged: forged instanceof WebhookError && forged.problem,
  };
}
