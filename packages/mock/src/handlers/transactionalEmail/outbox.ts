import type { SingleSendInputV1, SingleSendResultV1 } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import type { EmailTemplate, OutboxEmail } from "../../store/documents/documents.ts";
import { filledHtml, fillPlaceholders } from "./rendering.ts";

type Message = SingleSendInputV1["message"];
type Property = NonNullable<SingleSendInputV1["customProperties"]>[number];

/** Requires a key for each field of a type, so that a list with a missing field does not compile. */
type FieldsOf<Item extends object> = Readonly<Record<keyof Item, 1>>;

const messageFields: FieldsOf<Message> = { to: 1, from: 1, sendId: 1, replyTo: 1, replyToList: 1, cc: 1, bcc: 1 };
const propertyFields: FieldsOf<Property> = { name: 1, value: 1 };

const maxRejected = 100;

export type Draft = Omit<OutboxEmail, "number" | "result">;

/** The email is queued if the account defers delivery. */
export async function deliver(draft: Draft, context: Context): Promise<SingleSendResultV1> {
  const result = await resultOf(context);
  const email: OutboxEmail = { number: await context.ids.number(), ...draft, result };
  await context.store.documents.put("email", [{ key: outboxKey(email.number), document: email }]);
  context.store.addChange({ kind: "email", number: email.number });
  return result;
}

/** Rejected emails are numbered separately, so that they do not affect the account's ids. */
export async function noteRejected(draft: Draft, result: SingleSendResultV1, { store: { documents } }: Context): Promise<void> {
  const number = ((await documents.get("rejectedCount", ""))?.count ?? 0) + 1;
  const email: OutboxEmail = { number, ...draft, result };
  await documents.put("rejectedCount", [{ key: "", document: { count: number } }]);
  await documents.put("rejectedEmail", [{ key: outboxKey(number), document: email }]);
  await documents.delete("rejectedEmail", outboxKey(number - maxRejected));
}

/** Keys sort in the order in which the emails were sent. */
export function outboxKey(number: number): string {
  return String(number).padStart(16, "0");
}

export function draftOf(input: SingleSendInputV1, template: EmailTemplate, now: number): Draft {
  const { message, contactProperties = [], customProperties = [] } = input;
  const values = [...contactProperties, ...customProperties];
  return {
    at: now,
    emailId: template.id,
    subject: fillPlaceholders(template.subject, values),
    from: message.from ?? template.from,
    message: declaredOnly(message, messageFields),
    contactProperties: contactProperties.map((property) => declaredOnly(property, propertyFields)),
    customProperties: customProperties.map((property) => declaredOnly(property, propertyFields)),
    ...(template.body === null ? {} : { html: filledHtml(template.body, values) }),
  };
}

async function resultOf({ profile, now, ids }: Context): Promise<SingleSendResultV1> {
  if (profile.deferredDelivery) {
    return { sendResult: "QUEUED", message: "The account defers delivery. The email will be sent later." };
  }
  return { sendResult: "SENT", message: "The email was sent.", eventId: { id: await ids.uuid(), created: now } };
}

/** Removes undeclared fields, because a snapshot that contains them cannot be restored. */
function declaredOnly<Item extends object>(item: Item, fields: FieldsOf<Item>): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => Object.hasOwn(fields, name))) as Item;
}
