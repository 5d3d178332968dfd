import type { SingleSendResult } from "@crm-platform/types";
import type { SentEmail } from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { plainText } from "../../handlers/transactionalEmail/plainText.ts";
import type { OutboxEmail } from "../../store/documents.ts";

/** An email of the outbox as the control API writes it. */
export function shownEmail({ number, at, html, result, ...email }: OutboxEmail): SentEmail {
  const content = html === undefined ? {} : { html, text: plainText(html) };
  return { number, at: timestampOf(at), ...email, ...content, result, reason: reasons[result.sendResult] } as SentEmail;
}

/** Why a sending has its result, and what would change it. */
const reasons: Readonly<Record<SingleSendResult["sendResult"], string>> = {
  SENT: "Nothing was in the way, so the email was sent. It is in this outbox, and nothing left the machine.",
  QUEUED: "The account defers delivery (deferredDelivery in its profile), so the email is queued in this outbox.",
  PORTAL_SUSPENDED: "The account is suspended (suspended in its profile), so it sends no email.",
  INVALID_TO_ADDRESS: "The recipient (message.to) is not an email address.",
  BLOCKED_DOMAIN: "The domain of the recipient is blocked (blockedDomains in the state of the account).",
  PREVIOUSLY_BOUNCED: "Earlier email to the recipient bounced (bouncedAddresses in the state of the account).",
  PREVIOUS_SPAM: "The recipient marked earlier email as spam (spamAddresses in the state of the account).",
  INVALID_FROM_ADDRESS:
    "The sender (message.from) is not an email address, or is at a domain that is neither the account's own nor one of its domains.",
  MISSING_CONTENT: "The email has no content (body in emails of the state).",
  MISSING_TEMPLATE_PROPERTIES:
    "The sending does not give all the customProperties that the email needs (requiredProperties in emails of the state).",
};
