import type { SendStatus, SingleSendResultV1 } from "@crm-platform/types";

type SendResult = SendStatus | SingleSendResultV1;

/** A successful result of `transactionalEmail.send` or `transactionalEmailV1.send`. */
export type Sent<Result extends SendResult = SendStatus> = Result & { readonly sendResult?: "SENT" | "QUEUED" | "IDEMPOTENT_IGNORE" };

/** The service did not send the email. The message contains the reason, but not the recipient. */
export class SendFailedError extends Error {
  override readonly name = "SendFailedError";
  /** The reason, for example `PREVIOUSLY_BOUNCED`. `undefined` if the service canceled the request without a result. */
  readonly sendResult: SendStatus["sendResult"] | undefined;

  constructor(result: SendResult) {
    const { sendResult } = result;
    super(`The email was not sent: ${sendResult ?? ("status" in result ? result.status : undefined)}`);
    this.sendResult = sendResult;
  }
}

/**
 * Returns the result if the email was sent, will be sent later, or was sent by an earlier request with the same `sendId`. Use this function
 * to detect failures: a failed send has status 200, so `transactionalEmail.send` does not throw.
 *
 * @throws SendFailedError if the email was not sent and will not be sent
 * @example
 * const { eventId } = assertSent(await client.transactionalEmail.send({ emailId, message }));
 */
export function assertSent<Result extends SendResult>(result: Result): Sent<Result> {
  if (isSent(result)) return result;
  throw new SendFailedError(result);
}

function isSent<Result extends SendResult>(result: Result): result is Sent<Result> {
  const { sendResult } = result;
  if (sendResult !== undefined) return sendResult === "SENT" || sendResult === "QUEUED" || sendResult === "IDEMPOTENT_IGNORE";
  return "status" in result && (result.status === "PENDING" || result.status === "PROCESSING");
}
