import type { AddressObject, EmailAddress } from "mailparser";
import type { SmtpMessage } from "../handlers/transactionalEmail/smtp.ts";

/** @param sender the sender of the envelope, which is used if the message has no `From` field */
export async function readMessage(source: Buffer, sender: string): Promise<SmtpMessage> {
  const { simpleParser } = await import("./library.ts");
  const options = { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true };
  const mail = await simpleParser(source, options).catch(() => {
    throw new SmtpRejection(554, "The message cannot be parsed");
  });
  const attachments = mail.attachments.map(({ filename, contentType, size, content }) => ({
    ...(filename !== undefined && { filename }),
    contentType,
    size,
    content: content.toString("base64"),
  }));
  return {
    subject: mail.subject ?? "",
    from: mail.from?.text ?? sender,
    cc: addressesOf(mail.cc),
    replyTo: addressesOf(mail.replyTo),
    ...(mail.text !== undefined && { text: withoutFinalBreak(mail.text) }),
    ...(mail.html && { html: withoutFinalBreak(mail.html) }),
    ...(attachments.length > 0 && { attachments }),
  };
}

/** The content of a message that is not multipart always ends with a line break. */
function withoutFinalBreak(text: string): string {
  return text.replace(/\n$/, "");
}

function addressesOf(field: AddressObject | AddressObject[] | undefined = []): string[] {
  const inGroup = ({ address, group = [] }: EmailAddress): string[] => [...(address ? [address] : []), ...group.flatMap(inGroup)];
  return [field].flat().flatMap(({ value }) => value.flatMap(inGroup));
}

export class SmtpRejection extends Error {
  override readonly name = "SmtpRejection";
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}
