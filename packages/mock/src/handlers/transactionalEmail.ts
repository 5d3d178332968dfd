import type { SendStatus, SingleSendInput, SingleSendInputV1, SingleSendResultV1 } from "@crm-platform/types";
import { timestampOf } from "./common/timestamps.ts";
import { type HandlersOfArea, writes } from "./handlers.ts";
import { sendEmail } from "./transactionalEmail/send.ts";

export const transactionalEmail: HandlersOfArea<"transactionalEmail"> = {
  "transactionalEmail.send": writes(async ({ body }, context) => {
    const { documents } = context.store;
    const { sendId } = body.message;
    const first = sendId === undefined ? undefined : await documents.get("sendId", sendId);
    const names = Object.keys(body.contactProperties ?? {});
    const result = first?.result ?? (await sendEmail(inputV1(body), context, (index) => `contactProperties.${names[index]}`));
    const statusId = first?.statusId ?? (await context.ids.uuid());
    const requestedAt = first?.requestedAt ?? context.now;
    if (sendId !== undefined && first?.statusId === undefined) {
      await documents.put("sendId", [{ key: sendId, document: { sendId, result, statusId, requestedAt } }]);
    }
    return { status: 200, body: statusOf(result, statusId, timestampOf(requestedAt)) };
  }),
};

function inputV1({
  emailId,
  message: { replyTo, ...message },
  contactProperties = {},
  customProperties = {},
}: SingleSendInput): SingleSendInputV1 {
  return {
    emailId,
    message: { ...message, ...(replyTo && { replyToList: replyTo }) },
    contactProperties: Object.entries(contactProperties).map(([name, value]) => ({ name, value })),
    customProperties: Object.entries(customProperties).map(([name, value]) => ({
      name,
      value: typeof value === "string" ? value : JSON.stringify(value),
    })),
  };
}

function statusOf({ eventId, ...result }: SingleSendResultV1, statusId: string, requestedAt: string): SendStatus {
  if (result.sendResult === "QUEUED") return { status: "PENDING", statusId, ...result, requestedAt };
  const times = { requestedAt, startedAt: requestedAt, completedAt: requestedAt };
  const event = eventId && { eventId: { id: eventId.id, created: timestampOf(eventId.created) } };
  return { status: "COMPLETE", statusId, ...result, ...times, ...event };
}
