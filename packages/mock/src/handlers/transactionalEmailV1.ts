import { type HandlersOfArea, writes } from "./handlers.ts";
import { sendEmail } from "./transactionalEmail/send.ts";

export const transactionalEmailV1: HandlersOfArea<"transactionalEmailV1"> = {
  "transactionalEmailV1.send": writes(async ({ body }, context) => {
    const { documents } = context.store;
    const { sendId } = body.message;
    const first = sendId === undefined ? undefined : await documents.get("sendId", sendId);
    if (first) return { status: 200, body: first.result };
    const result = await sendEmail(body, context, (index, field) => `contactProperties[${index}].${field}`);
    if (sendId !== undefined) await documents.put("sendId", [{ key: sendId, document: { sendId, result, requestedAt: context.now } }]);
    return { status: 200, body: result };
  }),
};
