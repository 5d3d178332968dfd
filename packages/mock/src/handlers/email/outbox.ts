import type { SingleSendInput, SingleSendResult } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import type { EmailTemplate, OutboxEmail } from "../../store/documents.ts";
import { declaredOnly, type FieldsOf } from "../declaredOnly.ts";

type Message = SingleSendInput["message"];
type Property = NonNullable<SingleSendInput["customProperties"]>[number];

const messageFields: FieldsOf<Message> = { to: 1, from: 1, sendId: 1, replyTo: 1, replyToList: 1, cc: 1, bcc: 1 };
const propertyFields: FieldsOf<Property> = { name: 1, value: 1 };

/** Sends the email, or queues it where the account defers delivery; either way it is in the outbox. */
export async function deliver(input: SingleSendInput, template: EmailTemplate, context: Context): Promise<SingleSendResult> {
  const { message, contactProperties = [], customProperties = [] } = input;
  const result = await resultOf(context);
  const email: OutboxEmail = {
    number: await context.ids.number(),
    at: context.now,
    emailId: template.id,
    subject: filled(template.subject, [...contactProperties, ...customProperties]),
    from: message.from ?? template.from,
    message: declaredOnly(message, messageFields),
    contactProperties: contactProperties.map((property) => declaredOnly(property, propertyFields)),
    customProperties: customProperties.map((property) => declaredOnly(property, propertyFields)),
    result,
  };
  await context.store.documents.put("email", [{ key: outboxKey(email.number), document: email }]);
  return result;
}

/** The key of an email in the outbox: the order of keys is the order of sending. */
export function outboxKey(number: number): string {
  return String(number).padStart(16, "0");
}

async function resultOf({ profile, now, ids }: Context): Promise<SingleSendResult> {
  if (profile.deferredDelivery) {
    return { sendResult: "QUEUED", message: "The account defers delivery. The email will be sent later." };
  }
  return { sendResult: "SENT", message: "The email was sent.", eventId: { id: await ids.uuid(), created: now } };
}

/** Puts values where `{{ name }}` stands, and nothing where none is given. */
function filled(text: string, properties: readonly { readonly name: string; readonly value: string }[]): string {
  const values = new Map(properties.map(({ name, value }) => [name, value]));
  return text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values.get(name) ?? "");
}
