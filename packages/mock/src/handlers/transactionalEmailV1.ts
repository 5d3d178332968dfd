import { invalidValue, rejectIfAny } from "./common/problems.ts";
import type { HandlersOfArea } from "./handlers.ts";
import { contactProblems, setContactProperties } from "./transactionalEmail/contact.ts";
import { sendFailure } from "./transactionalEmail/failures.ts";
import { deliver, noteRejected } from "./transactionalEmail/outbox.ts";

export const transactionalEmailV1: HandlersOfArea<"transactionalEmailV1"> = {
  // The status is 200 even if sending fails. Only a request that could never result in an email returns 400 (behaviour.md, 7).
  "transactionalEmailV1.send": {
    kind: "writes",
    async run({ body }, context) {
      const { documents } = context.store;
      const { sendId } = body.message;
      const first = sendId === undefined ? undefined : await documents.get("sendId", sendId);
      if (first) return { status: 200, body: first.result };

      const template = await documents.get("emailTemplate", String(body.emailId));
      if (!template?.published) {
        throw invalidValue("emailId", "published", "must be the id of a published email of this account", body.emailId);
      }
      rejectIfAny(await contactProblems(body, context));
      const failure = await sendFailure(body, template, context);
      if (failure) await noteRejected(body, template, failure, context);
      else await setContactProperties(body.message.to, body.contactProperties ?? [], context);
      const result = failure ?? (await deliver(body, template, context));
      if (sendId !== undefined) await documents.put("sendId", [{ key: sendId, document: { sendId, result } }]);
      return { status: 200, body: result };
    },
  },
};
