import { assertSent, createClient } from "@crm-platform/client";

const client = createClient({
  baseUrl: process.env.CRM_PLATFORM_URL,
  accessToken: process.env.CRM_PLATFORM_TOKEN,
});

const result = await client.transactionalEmail.send({
  emailId: 68420157,
  // However often this is repeated, one email goes out for a sendId.
  message: { to: "jonas.brandt@larkspurbikes.example", sendId: "ticket-9601-received" },
  contactProperties: [{ name: "last_ticket_received", value: "2026-04-20" }],
  customProperties: [{ name: "ticket_subject", value: "Torque sensor reads zero" }],
});
// A send that fails is an answer with status 200; this makes an error of it.
const { sendResult, eventId } = assertSent(result);
console.log(sendResult, eventId?.created);
