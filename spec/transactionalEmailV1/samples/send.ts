import { assertSent, createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const result = await client.transactionalEmailV1.send({
  emailId: 68420157,
  // At most one email is sent per sendId, however often the request is repeated.
  message: { to: "jonas.brandt@larkspurbikes.example", sendId: "ticket-9601-received" },
  contactProperties: [{ name: "last_ticket_received", value: "2026-04-20" }],
  customProperties: [{ name: "ticket_subject", value: "Torque sensor reads zero" }],
});
// A failed send returns status 200; assertSent throws for it.
const { sendResult, eventId } = assertSent(result);
console.log(sendResult, eventId?.created);
