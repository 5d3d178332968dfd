import { assertSent, createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const result = await client.transactionalEmail.send({
  emailId: 68420157,
  // At most one email is sent per sendId, however often the request is repeated.
  message: { to: "jonas.brandt@larkspurbikes.example", sendId: "ticket-9602-received" },
  contactProperties: { last_ticket_received: "2026-04-20" },
  customProperties: { ticket_subject: "Replacement shipped" },
});
// A failed send returns status 200; assertSent throws for it.
const { status, sendResult } = assertSent(result);
console.log(status, sendResult);
