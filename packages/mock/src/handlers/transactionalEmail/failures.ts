import type { SingleSendInputV1, SingleSendResultV1 } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import type { EmailBlock, EmailTemplate } from "../../store/documents/documents.ts";
import { type Address, isWithin, readAddress, readSender } from "./addresses.ts";

/** If several failures apply, the first one determines the result. The order is assumed. */
export async function sendFailure(
  { message, customProperties = [] }: SingleSendInputV1,
  template: EmailTemplate,
  context: Context,
): Promise<SingleSendResultV1 | undefined> {
  const failure = await addressFailure(message.to, message.from, context);
  if (failure) return failure;
  if (template.body === null || template.body.trim() === "") return { sendResult: "MISSING_CONTENT", message: "The email has no body." };
  const missing = template.requiredProperties.filter((name) => !customProperties.some((property) => property.name === name));
  if (missing.length === 0) return undefined;
  return { sendResult: "MISSING_TEMPLATE_PROPERTIES", message: `The email requires the custom properties ${missing.join(", ")}.` };
}

/** Returns the first failure that does not depend on the content of the email. */
export async function addressFailure(to: string, from: string | undefined, context: Context): Promise<SingleSendResultV1 | undefined> {
  const recipient = readAddress(to);
  if (!recipient) return { sendResult: "INVALID_TO_ADDRESS", message: "The recipient's address is malformed." };
  const sender = from === undefined ? undefined : await senderFailure(from, context);
  if (sender) return { sendResult: "INVALID_FROM_ADDRESS", message: sender };
  if (context.profile.suspended) return { sendResult: "PORTAL_SUSPENDED", message: "The account is suspended and cannot send email." };
  return blockOf(recipient, context);
}

async function senderFailure(from: string, { profile, store }: Context): Promise<string | undefined> {
  const sender = readSender(from);
  if (!sender) return "The sender's address is malformed.";
  if (isWithin(sender.domain, profile.hubDomain.toLowerCase())) return undefined;
  const domains = await store.documents.list("domain");
  const own = domains.some(({ document }) => isWithin(sender.domain, document.domain.toLowerCase()));
  return own ? undefined : "The sender's domain does not belong to this account.";
}

async function blockOf({ text, domain }: Address, { store }: Context): Promise<SingleSendResultV1 | undefined> {
  const has = async (reason: EmailBlock["reason"], value: string) =>
    (await store.documents.get("emailBlock", emailBlockKey(reason, value))) !== undefined;
  if (await has("blockedDomain", domain)) return { sendResult: "BLOCKED_DOMAIN", message: "Email to the recipient's domain is blocked." };
  if (await has("bounced", text)) return { sendResult: "PREVIOUSLY_BOUNCED", message: "Earlier email to the recipient bounced." };
  if (await has("spam", text)) return { sendResult: "PREVIOUS_SPAM", message: "The recipient marked earlier email as spam." };
  return undefined;
}

export function emailBlockKey(reason: EmailBlock["reason"], value: string): string {
  return `${reason} ${value.toLowerCase()}`;
}
