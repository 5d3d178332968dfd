import type { SingleSendResultV1 } from "@crm-platform/types";

/** A successful result of `transactionalEmailV1.send`. */
export type Sent = SingleSendResultV1 & { readonly sendResult: "SENT" | "QUEUED" };

/** The service did not send the email. The message contains the reason, but not the recipient. */
export class SendFailedError extends Error {
  override readonly name = "SendFailedError";
  /** The reason, for example `PREVIOUSLY_BOUNCED`. */
  readonly sendResult: SingleSendResultV1["sendResult"];

  constructor({ sendResult }: SingleSendResultV1) {
    super(`The email was not sent: ${sendResult}`);
    this.sendResult = sendResult;
  }
}

/**
 * Returns the result if the email was sent or queued. Use this function because a failed send has status 200, so `transactionalEmailV1.send`
 * does not throw.
 *
 * @throws SendFailedError if the email was neither sent nor queued
 * @example
 * const { eventId } = assertSent(await client.transactionalEmailV1.send({ emailId, message }));
 */
export function assertSent(result: SingleSendResultV1): Sent {
  const { sendResult } = result;
  if (sendResult === "SENT" || sendResult === "QUEUED") return { ...result, sendResult };
  throw new SendFailedError(result);
}
