/** Sends the welcome email. */
import { assertSent } from "@crm-platform/client";
import type { Contact } from "./contact.ts";
import type { Client } from "./settings.ts";

/** The platform sends at most one email per `sendId`, so this function can be called again after a failure. */
export async function sendEmail(client: Client, emailId: number, { id, email, firstName }: Contact): Promise<void> {
  const result = await client.transactionalEmail.send({
    emailId,
    message: { to: email, sendId: `welcome-${id}` },
    customProperties: { first_name: firstName },
  });
  assertSent(result);
}
