import type { SingleSendResult } from "@crm-platform/types";

/** A successful result of `transactionalEmail.send`. */
export type Sent = SingleSendResult & { readonly sendResult: "SENT" | "QUEUED" };

/** The service did not send the email. The message contains the reason, but not the recipient. */
export class SendFailedError extends Error {
  override readonly name = "SendFailedError";
  /** The reason, for example `PREVIOUSLY_BOUNCED`. */
  readonly sendResult: SingleSendResult["sendResult"];

  constructor({ sendResult }: SingleSendResult) {
    super(`The email was not sent: ${sendResult}`);
    this.sendResult = sendResult;
  }
}

/**
 * Returns the result if the email was sent or queued. Use this function because a failed send has status 200, so `transactionalEmail.send`
 * does not throw.
 *
 * @throws SendFailedError if the email was neither sent nor queued
 * @example
 * const { eventId } = assertSent(await client.transactionalEmail.send({ emailId, message }));
 */
export function assertSent(result: SingleSendResult): Sent {
  const { sendResult } = result;
  if (sendResult === "SENT" || sendResult === "QUEUED") return { ...result, sendResult };
  throw new SendFailedError(result);
}
