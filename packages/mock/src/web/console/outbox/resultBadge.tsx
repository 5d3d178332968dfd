import type { Markup } from "../../html.ts";
import type { Email } from "./mailbox.tsx";

type SendResult = Email["result"]["sendResult"];

const words: Readonly<Record<SendResult, string>> = {
  SENT: "sent",
  QUEUED: "queued",
  PORTAL_SUSPENDED: "account suspended",
  INVALID_TO_ADDRESS: "recipient malformed",
  BLOCKED_DOMAIN: "domain blocked",
  PREVIOUSLY_BOUNCED: "bounced before",
  PREVIOUS_SPAM: "spam before",
  INVALID_FROM_ADDRESS: "sender refused",
  MISSING_CONTENT: "no content",
  MISSING_TEMPLATE_PROPERTIES: "properties missing",
};

/** What became of a sending, in few words. */
export function ResultBadge({ result }: { readonly result: SendResult }): Markup {
  const kind = result === "SENT" ? "good" : result === "QUEUED" ? "warning" : "bad";
  return <span class={`badge ${kind}`}>{words[result]}</span>;
}
