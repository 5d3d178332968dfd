import type { SingleSendResultV1 } from "@crm-platform/types";
import type { SentEmail } from "../../generated/control/schemas.ts";
import { timestampOf } from "../../handlers/common/timestamps.ts";
import { plainText } from "../../handlers/transactionalEmail/plainText.ts";
import type { OutboxEmail } from "../../store/documents/documents.ts";

export function shownEmail({ number, at, html, text, result, ...email }: OutboxEmail): SentEmail {
  const shownText = text ?? (html === undefined ? undefined : plainText(html));
  const content = { ...(html !== undefined && { html }), ...(shownText !== undefined && { text: shownText }) };
  return { number, at: timestampOf(at), ...email, ...content, result, reason: reasons[result.sendResult] } as SentEmail;
}

const reasons: Readonly<Record<SingleSendResultV1["sendResult"], string>> = {
  SENT: "The email was added to this outbox. It was not delivered outside the mock.",
  QUEUED: "The account defers delivery (deferredDelivery in its profile), so the email is queued in this outbox.",
  PORTAL_SUSPENDED: "The account is suspended (suspended in its profile), so it cannot send email.",
  INVALID_TO_ADDRESS: "The recipient (message.to) is not an email address.",
  BLOCKED_DOMAIN: "The recipient's domain is blocked (blockedDomains in the account's state).",
  PREVIOUSLY_BOUNCED: "Earlier email to the recipient bounced (bouncedAddresses in the account's state).",
  PREVIOUS_SPAM: "The recipient marked earlier email as spam (spamAddresses in the account's state).",
  INVALID_FROM_ADDRESS:
    "The sender (message.from) is not an email address, or its domain is neither the account's hubDomain nor in the account's domains.",
  MISSING_CONTENT: "The email has no content (emails[].body in the account's state).",
  MISSING_TEMPLATE_PROPERTIES:
    "A required custom property is missing from customProperties (emails[].requiredProperties in the account's state).",
};
