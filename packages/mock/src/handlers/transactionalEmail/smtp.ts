import type { SingleSendResultV1 } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import { hashOf } from "../../platform/ids.ts";
import type { OutboxEmail, StoredSmtpToken } from "../../store/documents/documents.ts";
import { emissionBy, emitting } from "../webhooks/emit.ts";
import { createContactOf } from "./contact.ts";
import { addressFailure } from "./failures.ts";
import { deliver, noteRejected } from "./outbox.ts";

export interface SmtpMessage extends Pick<OutboxEmail, "subject" | "from" | "html" | "text" | "attachments"> {
  readonly cc: readonly string[];
  readonly replyTo: readonly string[];
}

/** Whether a password belongs to a token. Deleted and restored tokens have no valid password. */
export function isPasswordOf(token: StoredSmtpToken, password: string): boolean {
  return !token.deleted && token.passwordHash === hashOf(password);
}

/** Sends a separate email to each recipient. Resolves to their results, in the same order. */
export async function deliverMessage(
  { cc, replyTo, ...content }: SmtpMessage,
  recipients: readonly string[],
  token: StoredSmtpToken,
  context: Context,
): Promise<SingleSendResultV1[]> {
  const results: SingleSendResultV1[] = [];
  for (const to of recipients) {
    const message = { to, ...(cc.length > 0 && { cc: [...cc] }), ...(replyTo.length > 0 && { replyToList: [...replyTo] }) };
    const draft = { at: context.now, smtpToken: token.userName, message, contactProperties: [], customProperties: [], ...content };
    const failure = await addressFailure(to, content.from, context);
    if (failure) await noteRejected(draft, failure, context);
    else if (token.createContact) {
      await emitting(context.store, emissionBy(context), () => createContactOf(to, context));
    }
    results.push(failure ?? (await deliver(draft, context)));
  }
  return results;
}
