import type { SingleSendResult } from "@crm-platform/types";

/** Why a sending came to its result, and what would change it: in words of the state and of the request. */
export const sendReasons: Readonly<Record<SingleSendResult["sendResult"], string>> = {
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
