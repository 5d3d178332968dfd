import type { SingleSendResult } from "@crm-platform/types";

/** A result of `transactionalEmail.send` that says that the email is on its way. */
export type Sent = SingleSendResult & { readonly sendResult: "SENT" | "QUEUED" };

/** The service answered, and sent no email. The message has the reason; the recipient is not in it. */
export class SendFailedError extends Error {
  override readonly name = "SendFailedError";
  /** Why, for example `PREVIOUSLY_BOUNCED`. */
  readonly sendResult: SingleSendResult["sendResult"];

  constructor({ sendResult }: SingleSendResult) {
    super(`The email was not sent: ${sendResult}`);
    this.sendResult = sendResult;
  }
}

/**
 * Gives the result back when the email was sent or queued. A send that fails is an answer with status 200, so no call throws.
 * @throws SendFailedError when it was neither
 */
export function assertSent(result: SingleSendResult): Sent {
  const { sendResult } = result;
  if (sendResult === "SENT" || sendResult === "QUEUED") return { ...result, sendResult };
  throw new SendFailedError(result);
}
