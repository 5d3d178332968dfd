import type { SingleSendInputV1, SingleSendResultV1 } from "@crm-platform/types";
import type { Context } from "../../platform/context.ts";
import { invalidValue, rejectIfAny } from "../common/problems.ts";
import { contactProblems, type PlaceOf, setContactProperties } from "./contact.ts";
import { sendFailure } from "./failures.ts";
import { deliver, draftOf, noteRejected } from "./outbox.ts";

/**
 * Sends an email. The response has status 200 even if sending fails. Only a request that could never result in an email returns 400.
 * @param placeOf returns the path that errors state for a contact property
 */
export async function sendEmail(input: SingleSendInputV1, context: Context, placeOf: PlaceOf): Promise<SingleSendResultV1> {
  const template = await context.store.documents.get("emailTemplate", String(input.emailId));
  if (!template?.published) {
    throw invalidValue("emailId", "published", "must be the id of a published email of this account", input.emailId);
  }
  rejectIfAny(await contactProblems(input, context, placeOf));
  const failure = await sendFailure(input, template, context);
  const draft = draftOf(input, template, context.now);
  if (failure) {
    await noteRejected(draft, failure, context);
    return failure;
  }
  await setContactProperties(input.message.to, input.contactProperties ?? [], context, placeOf);
  return deliver(draft, context);
}
